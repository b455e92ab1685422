/** The request that a random one stands for: with the operations that there are, and the ids that the caller knows. */
import { type ApiOperation, campaignMark } from "./ApiOperation.ts"
import type { RandomRequest } from "./RandomRequest.ts"

export interface PlainRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** What the caller knows. */
export interface Known {
  readonly ids: ReadonlyArray<string>
  /** The id of a campaign of its own. */
  readonly campaign: string
}

const at = <A>(list: ReadonlyArray<A>, which: number): A => list[which % list.length]!

const wellFormed = (text: string): string => text.toWellFormed()

/** Characters that stand in a header as they are. */
const headerValue = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?")

const fieldsText = (
  { body = { isList: false, parts: [] } }: ApiOperation,
  { changes }: Extract<RandomRequest["body"], { readonly _tag: "Fields" }>,
  { campaign }: Known
): string => {
  const fields = body.parts.map(([name, json]) => [name, json.replaceAll(`"${campaignMark}"`, campaign)] as const)
  for (const { field, how, json } of changes) {
    const index = field % Math.max(1, fields.length)
    const name = fields[index]?.[0] ?? "unknown"
    if (how === "replace") fields.splice(index, 1, [name, json])
    else if (how === "remove") fields.splice(index, 1)
    else if (how === "repeat") fields.push([name, json])
    else fields.push([`unknown${field}`, json])
  }
  if (body.isList) return `[${fields.map(([, json]) => json).join(",")}]`
  return `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`
}

const bodyOf = (
  operation: ApiOperation,
  body: RandomRequest["body"],
  known: Known
): string | Uint8Array | undefined => {
  switch (body._tag) {
    case "Fields":
      return operation.body === undefined && body.changes.length === 0 ? undefined : fieldsText(operation, body, known)
    case "Text":
      return body.text
    case "Bytes":
      return Uint8Array.from(body.bytes)
    case "Nested":
      return "[".repeat(body.levels) + "]".repeat(body.levels)
    case "Wide":
      return `[${"0,".repeat(body.values - 1)}0]`
    case "Large":
      return JSON.stringify("x".repeat(body.bytes))
    case "Nothing":
      return undefined
  }
}

const queryText = (operation: ApiOperation, query: RandomRequest["query"], { campaign, ids }: Known): string => {
  const names = operation.queryNames.length === 0 ? ["unknown"] : operation.queryNames
  const given = query.map(({ name, ...rest }) => ({ ...rest, name: typeof name === "number" ? at(names, name) : name }))
  const required = operation.query
    .filter(([name]) => given.every((other) => other.name !== name))
    .map(([name, value]) => `${name}=${value.replace(campaignMark, campaign)}`)
  const parts = given.flatMap(({ encoded, name, value }) => {
    if (value === null) return []
    const pair = [name, typeof value === "number" ? at(ids, value) : value]
    return pair.map((text) => (encoded ? encodeURIComponent(wellFormed(text)) : wellFormed(text))).join("=")
  })
  const all = [...required, ...parts]
  return all.length === 0 ? "" : `?${all.join("&")}`
}

const pathValue = (value: RandomRequest["pathValue"], ids: ReadonlyArray<string>): string => {
  switch (value._tag) {
    case "Own":
      return at(ids, value.which)
    case "Missing":
      return crypto.randomUUID()
    case "Text":
      return value.encoded ? encodeURIComponent(wellFormed(value.text)) : wellFormed(value.text)
  }
}

export const requestFrom = (
  random: RandomRequest,
  operations: ReadonlyArray<ApiOperation>,
  known: Known
): PlainRequest => {
  const operation = at(operations, random.operation)
  const method = random.method === "its own" ? operation.method : random.method
  const path = operation.path.replaceAll(/\{[^}]+\}/g, () => pathValue(random.pathValue, known.ids))
  const body = method === "GET" || method === "HEAD" ? undefined : bodyOf(operation, random.body, known)
  return {
    method,
    path: `${path}${random.suffix}${queryText(operation, random.query, known)}`,
    headers: {
      ...(body === undefined ? undefined : { "content-type": "application/json" }),
      ...Object.fromEntries(random.headers.map(({ name, value }) => [name, headerValue(value)]))
    },
    body
  }
}
