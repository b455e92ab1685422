/** What a service says of its operations: enough to send each of them a request that is right, or nearly. */
import type { TokenType } from "@sellerkit/core"
import type { ApiService } from "../ApiTarget.ts"
import { read } from "../Caller.ts"
import { shirts, stock } from "../promotion/Advertiser.ts"

/** What the answer to an error is said to be. */
interface DescribedError {
  readonly contentType: string
  /** The fields of its body; undefined when that is one text. */
  readonly fields: ReadonlyArray<string> | undefined
}

/** A list, or an object with names. */
interface SampleBody {
  readonly isList: boolean
  /** Its elements or fields, each with a value that is right. */
  readonly parts: ReadonlyArray<readonly [name: string, json: string]>
}

export interface ApiOperation {
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly queryNames: ReadonlyArray<string>
  /** The parameters without which it is refused, each with a value that is right. */
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  /** Undefined when it takes none. */
  readonly body: SampleBody | undefined
  /** Whether anybody may call it, without a token. */
  readonly isPublic: boolean
  readonly tokenTypes: ReadonlyArray<TokenType>
  /** Whether a token needs a category for it. */
  readonly needsCategory: boolean
  /** Whether it may change something, whatever its method is. */
  readonly changes: boolean
  /** The statuses that it lists. */
  readonly statuses: ReadonlySet<number>
  readonly errors: ReadonlyMap<number, DescribedError>
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

/** Where a sample has the id of a campaign of the caller's. */
export const campaignMark = "<campaign>"

/** Values that mean something to the service, by the names of their fields and parameters. */
const known: Readonly<Record<string, unknown>> = {
  advertId: campaignMark,
  advert_id: campaignMark,
  id: campaignMark,
  nms: [stock[0]!.nm],
  subjectId: shirts.subjectId,
  param: shirts.subjectId,
  type: 9,
  sum: 1000,
  cpm: 500,
  // Of reports, which take a time in many forms: the description says no format.
  dateFrom: "2026-01-12",
  dateTo: "2026-01-18"
}

/** What a list has that is the whole body, by the operation. */
const elements: Readonly<Record<string, unknown>> = {
  "products.nomenclatures": shirts.subjectId,
  "campaigns.information": campaignMark,
  "statistics.campaigns": { id: campaignMark },
  "media.statistics": { id: campaignMark }
}

const sampleText = ({ format, minLength = 0 }: Described): string => {
  if (format === "date") return new Date().toISOString().slice(0, "2026-01-15".length)
  if (format === "uuid") return crypto.randomUUID()
  // Nothing listens there.
  if (format === "uri") return "http://127.0.0.1:9/hook"
  return "Sample".padEnd(minLength, ".")
}

/** A value that fits the schema, as far as schemas are used here; a new kind of schema needs a line of its own. */
const sampleOf = (document: Described, described: Described, name: string): unknown => {
  const schema = resolve(document, described)
  if (Array.isArray(schema.anyOf)) return sampleOf(document, schema.anyOf[0], name)
  if (Array.isArray(schema.enum)) return schema.enum.includes(known[name]) ? known[name] : schema.enum[0]
  if (schema.type !== "object" && name in known) return known[name]
  if (schema.type === "boolean") return true
  if (schema.type === "array") return []
  if (schema.type === "string") return sampleText(schema)
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1
  // It may be anything.
  if (schema.type === undefined && Array.isArray(schema.examples)) return schema.examples[0]
  if (schema.type !== "object") throw new Error(`No sample is known for ${JSON.stringify(schema)}`)
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([field, property]) => [field, sampleOf(document, property, field)])
  )
}

const bodyOf = (document: Described, { operationId, requestBody }: Described): ApiOperation["body"] => {
  if (requestBody === undefined) return undefined
  const sample = sampleOf(document, requestBody.content["application/json"].schema, "")
  const isList = Array.isArray(sample)
  const parts = isList ? { [operationId]: elements[operationId] } : (sample as object)
  return { isList, parts: Object.entries(parts).map(([name, value]) => [name, JSON.stringify(value)]) }
}

const queryOf = (document: Described, parameters: ReadonlyArray<Described>): ApiOperation["query"] =>
  parameters
    .filter(({ required }) => required)
    .map(({ name, schema }) => [name, String(sampleOf(document, schema, name))])

const fieldsOf = (document: Described, schema: Described): ReadonlyArray<string> | undefined => {
  const { properties } = resolve(document, schema ?? {})
  return properties && Object.keys(properties)
}

const showsSecret = (document: Described, { responses }: Described): boolean =>
  fieldsOf(document, responses[200]?.content?.["application/json"].schema)?.includes("secret") === true

const errorsOf = (document: Described, { responses }: Described): ApiOperation["errors"] =>
  new Map(
    Object.entries<Described>(responses)
      .filter(([status]) => status >= "400")
      .map(([status, { content }]) => {
        const [contentType, { schema }] = Object.entries<Described>(content)[0]!
        return [Number(status), { contentType, fields: fieldsOf(document, schema) }]
      })
  )

const operationOf = (document: Described, method: string, path: string, described: Described): ApiOperation => {
  const parameters = described.parameters.filter((parameter: Described) => parameter.in === "query")
  return {
    method: method.toUpperCase(),
    path,
    queryNames: parameters.map(({ name }: Described) => name),
    query: queryOf(document, parameters),
    body: bodyOf(document, described),
    isPublic: described.security.length === 0,
    tokenTypes: described["x-token-types"] ?? [],
    needsCategory: described["x-token-category"] !== "any",
    changes: method !== "get" || described["x-token-access"] === "write",
    statuses: new Set(Object.keys(described.responses).map(Number)),
    errors: errorsOf(document, described),
    showsSecret: showsSecret(document, described)
  }
}

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
