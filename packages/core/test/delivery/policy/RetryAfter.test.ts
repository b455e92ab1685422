/** How long a busy receiver asks to be left alone (RFC 9110, 10.2.3). */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Option, Schema } from "effect"
import { askedToWait } from "../../../src/delivery/policy/RetryAfter.ts"

const longest = Duration.minutes(15)

const now = Date.UTC(2026, 0, 15, 9, 30, 0)

const seconds = (status: number, retryAfter: string): number | undefined =>
  Option.getOrUndefined(Option.map(askedToWait({ status, retryAfter }, now, longest), Duration.toSeconds))

describe("Retry-After", () => {
  it("asks for whole milliseconds, also where the longest wait has a part of one", () => {
    const asked = askedToWait({ status: 429, retryAfter: "99999999" }, now, Duration.millis(1_000_000.2))
    assert.deepStrictEqual(asked, Option.some(Duration.millis(1_000_000)))
  })

  it.each([
    ["0", 0],
    ["1", 1],
    ["120", 120],
    ["900", 900],
    ["901", 900],
    ["999999999", 900],
    ["12345678901", 900],
    ["9".repeat(400), 900],
    [" 120", 120],
    ["120 \t", 120],
    [" Thu, 15 Jan 2026 09:32:00 GMT ", 120],
    ["Thu, 15 Jan 2026 09:32:00 GMT", 120],
    ["Thu, 15 Jan 2026 09:30:00 GMT", 0],
    ["Thu, 15 Jan 2026 09:00:00 GMT", 0],
    ["Fri, 15 Jan 2027 09:30:00 GMT", 900]
  ])("of %s asks for %i seconds, at most 15 minutes", (text, expected) => {
    assert.strictEqual(seconds(429, text), expected)
    assert.strictEqual(seconds(503, text), expected)
  })

  it.each([
    "",
    " ",
    "-1",
    "1.5",
    "1e3",
    "soon",
    "120s",
    "0x10",
    "2026-01-15T09:32:00Z",
    "15 Jan 2026",
    "1 2",
    "120,130"
  ])("of %j asks for nothing", (text) => assert.isUndefined(seconds(429, text)))

  it.each([200, 301, 400, 404, 410, 500, 502, 504])("says nothing with status %i", (status) => {
    assert.isUndefined(seconds(status, "120"))
  })

  it("says nothing when there is none", () => {
    assert.deepStrictEqual(askedToWait({ status: 429 }, now, longest), Option.none())
  })

  it.prop("never asks for more than 15 minutes, and never for less than nothing", [Schema.String], ([text]) => {
    const wait = seconds(429, text) ?? 0
    assert.isTrue(wait >= 0 && wait <= 900)
  })
})
