/** What the OpenAPI document says of operations whose answers are sent while they are read. */
import { assert, describe, it } from "@effect/vitest"
import { withStreamedRows } from "../../src/http/description/streamedRows.ts"

const operation = {
  "x-streams-rows": true,
  parameters: [{ name: "dateFrom" }],
  responses: {
    "200": { description: "Rows.", headers: { "x-request-id": {} } },
    "204": { description: "No rows.", headers: {} },
    "400": { description: "No.", headers: {} }
  }
}

const headersOf = (responses: Record<string, { readonly headers: object }>) =>
  Object.entries(responses).map(([status, { headers }]) => [status, ...Object.keys(headers)].join(" "))

describe("the description of an operation that streams rows", () => {
  it("has the conditions of reading, and the headers", () => {
    const { parameters, responses } = withStreamedRows(operation, "get")
    assert.deepStrictEqual(headersOf(responses), [
      "200 x-request-id etag cache-control vary",
      "204 etag cache-control vary",
      "304 x-request-id etag cache-control vary",
      "400"
    ])
    assert.deepStrictEqual(
      parameters.map(({ name }: { readonly name: string }) => name),
      ["dateFrom", "if-none-match"]
    )
  })

  it("has no conditions where it is another method", () => {
    const { parameters, responses } = withStreamedRows(operation, "post")
    assert.deepStrictEqual(headersOf(responses), [
      "200 x-request-id cache-control vary",
      "204 cache-control vary",
      "400"
    ])
    assert.deepStrictEqual(parameters, operation.parameters)
  })

  it("is left as it is for every other operation", () => {
    const other = { ...operation, "x-streams-rows": undefined }
    assert.strictEqual(withStreamedRows(other, "get"), other)
  })
})
