/** The operations of an OpenAPI document, with all that it says of them. */

/** A part of a document, in whatever shape it is. */
export type Described = any

export interface DescribedParameter {
  readonly name: string
  readonly place: "path" | "query"
  readonly schema: Described
  readonly example: unknown
  readonly required: boolean
  /**
   * What the parameter is an id of, by the part of the path before it, or `campaigns` where its example names the one that all
   * examples are about; empty where it is no id.
   */
  readonly noun: string
}

export interface DescribedAnswer {
  /** By content type; empty where there is no body. */
  readonly bodies: ReadonlyMap<string, Described>
  /** By name. */
  readonly headers: ReadonlyMap<string, { readonly schema: Described; readonly required: boolean }>
  /** Whether the body may be missing although there is one. */
  readonly mayBeEmpty: boolean
}

/** What an operation asks of a token. */
interface DescribedAccess {
  readonly tokenTypes: ReadonlyArray<string>
  readonly category: string
  readonly refusesReadOnly: boolean
}

export interface DescribedOperation {
  readonly id: string
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly parameters: ReadonlyArray<DescribedParameter>
  /** Of its body, with an example; undefined where it takes none. */
  readonly body:
    | {
        /** Lines of JSON are a text here. */
        readonly type: "application/json" | "application/x-ndjson"
        readonly schema: Described
        readonly example: Described
        readonly required: boolean
      }
    | undefined
  readonly answers: ReadonlyMap<number, DescribedAnswer>
  /** Undefined where no token but the operator key is taken. */
  readonly access: DescribedAccess | undefined
  /** Whether anybody may call it, without a token. */
  readonly isPublic: boolean
  /** The campaigns that examples are about, and what they are called among sample resources. */
  readonly exampleCampaigns: ReadonlyMap<unknown, string>
  /** How many requests a caller may make at once; undefined where they are not counted. */
  readonly budget: number | undefined
}

const nounIn = (path: string, name: string): string => path.split(`/{${name}}`)[0]!.split("/").at(-1)!

const mapOf = (parts: Record<string, Described> = {}): ReadonlyMap<string, Described> =>
  new Map(Object.entries(parts).map(([name, { schema }]) => [name, schema]))

const accessOf = (described: Described): DescribedAccess | undefined => {
  const tokenTypes = described["x-token-types"]
  return (
    tokenTypes && {
      tokenTypes,
      category: described["x-token-category"],
      refusesReadOnly: described["x-token-access"] === "write"
    }
  )
}

const operationOf = (
  method: string,
  path: string,
  described: Described,
  exampleCampaigns: ReadonlyMap<unknown, string>
): DescribedOperation => {
  const [type, content] = Object.entries<Described>(described.requestBody?.content ?? {})[0] ?? []
  const nounOf = (example: unknown) => {
    const noun = exampleCampaigns.get(example) ?? ""
    return noun === "campaigns" && path.includes("/auto/") ? "automaticCampaigns" : noun
  }
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    // Headers are not tried.
    parameters: described.parameters.flatMap(({ example, in: place, name, required, schema }: Described) =>
      place === "header"
        ? []
        : { name, place, schema, example, required, noun: place === "path" ? nounIn(path, name) : nounOf(example) }
    ),
    body: content && {
      type,
      schema: content.schema,
      example: content.examples.example.value,
      required: described.requestBody.required === true
    },
    answers: new Map(
      Object.entries<Described>(described.responses).map(([status, answer]) => [
        Number(status),
        {
          bodies: mapOf(answer.content),
          headers: new Map(
            Object.entries<Described>(answer.headers ?? {}).map(([name, { required, schema }]) => [
              name,
              { schema, required: required === true }
            ])
          ),
          mayBeEmpty: answer["x-may-be-empty"] === true
        }
      ])
    ),
    access: accessOf(described),
    isPublic: described.security?.length === 0,
    exampleCampaigns,
    budget: described["x-rate-limit"]?.requests
  }
}

export const describedOperations = (document: Described): ReadonlyArray<DescribedOperation> => {
  const { Campaign, MediaCampaign } = document.components.schemas
  const examples: ReadonlyArray<readonly [Described | undefined, string]> = [
    [Campaign, "campaigns"],
    [MediaCampaign, "media-campaigns"]
  ]
  const campaigns = new Map(
    examples.flatMap(([schema, noun]) =>
      schema === undefined ? [] : [[schema.properties.advertId.examples[0] as unknown, noun] as const]
    )
  )
  return Object.entries<Described>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method, path, described, campaigns))
  )
}
