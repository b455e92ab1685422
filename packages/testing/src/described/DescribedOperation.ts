/** The operations of an OpenAPI document, with all that it says of them. */

/** A part of a document, in whatever shape it is. */
export type Described = any

export interface DescribedParameter {
  readonly name: string
  readonly place: "path" | "query"
  readonly schema: Described
  /** What the parameter is an id of, by the part of the path before it; empty where it is no id. */
  readonly noun: string
}

export interface DescribedAnswer {
  /** By content type; empty where there is no body. */
  readonly bodies: ReadonlyMap<string, Described>
  /** By name. */
  readonly headers: ReadonlyMap<string, Described>
}

export interface DescribedOperation {
  readonly id: string
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly parameters: ReadonlyArray<DescribedParameter>
  /** Of its body, with an example; undefined where it takes none. */
  readonly body: { readonly schema: Described; readonly example: Described } | undefined
  readonly answers: ReadonlyMap<number, DescribedAnswer>
  /** How many requests a caller may make at once; undefined where they are not counted. */
  readonly budget: number | undefined
}

const nounIn = (path: string, name: string): string => path.split(`/{${name}}`)[0]!.split("/").at(-1)!

const mapOf = (parts: Record<string, Described> = {}): ReadonlyMap<string, Described> =>
  new Map(Object.entries(parts).map(([name, { schema }]) => [name, schema]))

const operationOf = (method: string, path: string, described: Described): DescribedOperation => {
  const json = described.requestBody?.content["application/json"]
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    parameters: described.parameters.map(({ in: place, name, schema }: Described) => ({
      name,
      place,
      schema,
      noun: place === "path" ? nounIn(path, name) : ""
    })),
    body: json && { schema: json.schema, example: json.examples.example.value },
    answers: new Map(
      Object.entries<Described>(described.responses).map(([status, { content, headers }]) => [
        Number(status),
        { bodies: mapOf(content), headers: mapOf(headers) }
      ])
    ),
    budget: described["x-rate-limit"]?.requests
  }
}

export const describedOperations = (document: Described): ReadonlyArray<DescribedOperation> =>
  Object.entries<Described>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method, path, described))
  )
