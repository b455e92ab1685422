/** The request that a random one stands for: with the operations that there are, and the ids that the caller knows. */
import type { ApiOperation } from "./ApiOperation.ts"
import type { RandomRequest } from "./RandomRequest.ts"

export interface PlainRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

const at = <A>(list: ReadonlyArray<A>, which: number): A => list[which % list.length]!

const wellFormed = (text: string): string => text.toWellFormed()

/** Characters that stand in a header as they are. */
const headerValue = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?")

const fieldsText = (
  operation: ApiOperation,
  { changes }: Extract<RandomRequest["body"], { readonly _tag: "Fields" }>
): string => {
  const fields: Array<readonly [string, string]> = [...(operation.body ?? [])]
  for (const { field, how, json } of changes) {
    const index = field % Math.max(1, fields.length)
    const name = fields[index]?.[0] ?? "unknown"
    if (how === "replace") fields.splice(index, 1, [name, json])
    else if (how === "remove") fields.splice(index, 1)
    else if (how === "repeat") fields.push([name, json])
    else fields.push([`unknown${field}`, json])
  }
  return `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`
}

const bodyOf = (operation: ApiOperation, body: RandomRequest["body"]): string | Uint8Array | undefined => {
  switch (body._tag) {
    case "Fields":
      return operation.body === undefined && body.changes.length === 0 ? undefined : fieldsText(operation, body)
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

const queryText = (operation: ApiOperation, query: RandomRequest["query"], ids: ReadonlyArray<string>): string => {
  const names = operation.queryNames.length === 0 ? ["unknown"] : operation.queryNames
  const parts = query.map(({ encoded, name, value }) => {
    const pair = [typeof name === "number" ? at(names, name) : name, typeof value === "number" ? at(ids, value) : value]
    return pair.map((text) => (encoded ? encodeURIComponent(wellFormed(text)) : wellFormed(text))).join("=")
  })
  return parts.length === 0 ? "" : `?${parts.join("&")}`
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
  ids: ReadonlyArray<string>
): PlainRequest => {
  const operation = at(operations, random.operation)
  const method = random.method === "its own" ? operation.method : random.method
  const path = operation.path.replaceAll(/\{[^}]+\}/g, () => pathValue(random.pathValue, ids))
  const body = method === "GET" || method === "HEAD" ? undefined : bodyOf(operation, random.body)
  return {
    method,
    path: `${path}${random.suffix}${queryText(operation, random.query, ids)}`,
    headers: {
      ...(body === undefined ? undefined : { "content-type": "application/json" }),
      ...Object.fromEntries(random.headers.map(({ name, value }) => [name, headerValue(value)]))
    },
    body
  }
}
