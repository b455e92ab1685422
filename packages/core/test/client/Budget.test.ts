/** What a client reads of an answer that refuses it for its rate. */
import { describe, expect, it } from "@effect/vitest"
import { Headers } from "effect/http"
import { refusalOf } from "../../src/client/Budget.ts"

const now = Date.parse("2026-01-15T12:00:00.500Z")
const date = "Thu, 15 Jan 2026 12:00:04 GMT"

describe("a refusal for the rate", () => {
  it.each([
    [{}, 1],
    [{ "retry-after": "3" }, 3],
    [{ "retry-after": "0" }, 1],
    [{ "retry-after": date }, 4],
    [{ "retry-after": date, date: "Thu, 15 Jan 2026 11:59:54 GMT" }, 10],
    [{ "retry-after": "Thu, 15 Jan 2026 11:00:00 GMT" }, 1],
    [{ "retry-after": "soon" }, 1],
    [{ "x-ratelimit-reset": "7" }, 7],
    [{ "x-ratelimit-reset": "7", "retry-after": "3" }, 3],
    [{ "x-ratelimit-retry": "2", "x-ratelimit-reset": "7", "retry-after": date }, 2]
  ])("with %o is waited for", (headers, retry) => {
    expect(refusalOf(Headers.fromInput(headers), now).retry).toBe(retry)
  })
})
