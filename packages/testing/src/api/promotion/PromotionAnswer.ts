/** What the operations of Seller Statistics Reports, Promotion Campaigns and API Conventions answer. */
import { assert } from "@effect/vitest"
import { type Answer, timestampPattern } from "../Caller.ts"

const statusTexts = { 401: "Unauthorized", 429: "Too Many Requests" } as const

/** The body of 401, 403 and 429 (contract, Error bodies). */
export const assertStatusProblem = ({ body, headers, status, text }: Answer, expected: 401 | 403 | 429): void => {
  assert.strictEqual(status, expected, text)
  assert.match(headers.get("content-type") ?? "", /^application\/json/)
  assert.strictEqual(body.status, expected)
  if (expected === 403) {
    assert.sameMembers(Object.keys(body), ["detail", "origin", "request_id", "status", "title"])
    assert.strictEqual(headers.get("x-request-id"), body.request_id)
  } else {
    const keys = ["title", "detail", "code", "requestId", "origin", "status", "statusText", "timestamp"]
    assert.sameMembers(Object.keys(body), keys)
    assert.strictEqual(headers.get("x-request-id"), body.requestId)
    assert.strictEqual(body.statusText, statusTexts[expected])
    assert.match(body.timestamp, timestampPattern)
  }
  for (const key of ["title", "detail", "origin"]) assert.isNotEmpty(body[key], key)
}

/** The body around the text of a refusal. */
export type RefusalShape = "error" | "jsonText" | "message" | "notFoundMessage" | "text"

const bodies: Readonly<Record<RefusalShape, (text: string) => readonly [contentType: string, body: string]>> = {
  text: (text) => ["text/plain; charset=utf-8", text],
  jsonText: (text) => ["application/json", JSON.stringify(text)],
  error: (text) => ["application/json", JSON.stringify({ error: text })],
  message: (text) => ["application/json", JSON.stringify({ message: text, type: "bad request" })],
  notFoundMessage: (text) => ["application/json", JSON.stringify({ message: text, type: "not found" })]
}

export const assertRefused = (
  { headers, status, text }: Answer,
  expected: number,
  shape: RefusalShape,
  refusal: string
): void => {
  assert.deepStrictEqual([status, headers.get("content-type"), text], [expected, ...bodies[shape](refusal)])
}

/** Without a body, and yet said to be JSON: clients read it so (contract, Must-do list, 3). */
export const assertDone = ({ headers, status, text }: Answer): void => {
  assert.deepStrictEqual([status, headers.get("content-type"), text], [200, "application/json", ""])
}

/** Gives the body of a success. */
export const succeeded = ({ body, status, text }: Answer): any => {
  assert.strictEqual(status, 200, text)
  return body
}
