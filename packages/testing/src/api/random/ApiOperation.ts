/** What a service says of its operations: enough to send each of them a request that is right, or nearly. */
import type { ApiService } from "../ApiTarget.ts"
import { read } from "../Caller.ts"

export interface ApiOperation {
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly queryNames: ReadonlyArray<string>
  /** The fields of its body, each with a value that is right; undefined when it takes none. */
  readonly body: ReadonlyArray<readonly [name: string, json: string]> | undefined
  /** The statuses that it lists. */
  readonly statuses: ReadonlySet<number>
  /** Its answer has the secret of a webhook. */
  readonly showsSecret: boolean
}

/** A part of the description, in whatever shape it is. */
type Described = any

const resolve = (document: Described, schema: Described): Described =>
  typeof schema.$ref === "string"
    ? schema.$ref
        .slice(2)
        .split("/")
        .reduce((part: Described, key: string) => part[key], document)
    : schema

const sampleText = ({ format, minLength = 0 }: Described): string => {
  if (format === "uuid") return crypto.randomUUID()
  // Nothing listens there.
  if (format === "uri") return "http://127.0.0.1:9/hook"
  return "Sample".padEnd(minLength, ".")
}

/** A value that fits the schema, as far as schemas are used here; a new kind of schema needs a line of its own. */
const sampleOf = (document: Described, described: Described): unknown => {
  const schema = resolve(document, described)
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.type === "boolean") return true
  if (schema.type === "array") return []
  if (schema.type === "string") return sampleText(schema)
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1
  if (schema.type !== "object") throw new Error(`No sample is known for ${JSON.stringify(schema)}`)
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sampleOf(document, property)])
  )
}

const bodyOf = (document: Described, { requestBody }: Described): ApiOperation["body"] => {
  if (requestBody === undefined) return undefined
  const sample = sampleOf(document, requestBody.content["application/json"].schema)
  return Object.entries(sample as object).map(([name, value]) => [name, JSON.stringify(value)])
}

const showsSecret = (document: Described, { responses }: Described): boolean => {
  const schema = responses[200]?.content?.["application/json"].schema
  return schema !== undefined && "secret" in resolve(document, schema).properties
}

const operationOf = (document: Described, method: string, path: string, described: Described): ApiOperation => ({
  method: method.toUpperCase(),
  path,
  queryNames: described.parameters
    .filter((parameter: Described) => parameter.in === "query")
    .map((parameter: Described) => parameter.name),
  body: bodyOf(document, described),
  statuses: new Set(Object.keys(described.responses).map(Number)),
  showsSecret: showsSecret(document, described)
})

const isAt = (template: string, path: string): boolean => {
  const segments = path.split("/")
  const expected = template.split("/")
  return (
    segments.length === expected.length &&
    expected.every((segment, index) => segment.startsWith("{") || segment === segments[index])
  )
}

/** The operations with this path, and with this method where one is given. */
export const operationsAt = (
  operations: ReadonlyArray<ApiOperation>,
  path: string,
  method?: string
): ReadonlyArray<ApiOperation> =>
  operations.filter((operation) => isAt(operation.path, path) && (method === undefined || operation.method === method))

/** Every operation that the service describes. */
export const operationsOf = async (service: ApiService): Promise<ReadonlyArray<ApiOperation>> => {
  const { body: document } = await read(await service.fetch("/openapi.json"))
  return Object.entries<Described>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(document, method, path, described))
  )
}
