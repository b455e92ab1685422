/** Times as they travel: RFC 3339 with an offset. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { Timestamp } from "../../src/time/Timestamp.ts"
import { accepts } from "../fixtures.ts"

const millisOf = (text: string): number => DateTime.toEpochMillis(Schema.decodeUnknownSync(Timestamp)(text))

const noon = Date.UTC(2026, 10, 20, 9, 30)

describe("Timestamp", () => {
  it.each([
    ["2026-11-20T09:30:00Z", noon],
    ["2026-11-20t09:30:00z", noon],
    ["2026-11-20 09:30:00Z", noon],
    ["2026-11-20T12:30:00+03:00", noon],
    ["2026-11-20T05:00:00-04:30", noon],
    ["2026-11-20T09:30:00-00:00", noon],
    ["2026-11-20T09:30:00.125Z", noon + 125],
    ["2026-11-20T09:30:00.125999999Z", noon + 125],
    ["2026-11-20T09:30:00.1+00:00", noon + 100],
    ["1969-12-31T23:59:59.999Z", -1],
    ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)]
  ])("reads %s", (text, milliseconds) => {
    assert.strictEqual(millisOf(text), milliseconds)
  })

  it.each([
    "2026-11-20T09:30:00",
    "2026-11-20",
    "2026-11-20T09:30Z",
    "2026-11-20T24:00:00Z",
    "2026-11-20T09:60:00Z",
    "2026-13-20T09:30:00Z",
    "2026-11-00T09:30:00Z",
    "2026-11-32T09:30:00Z",
    "2026-11-20T09:30:00+24:00",
    "2026-11-20T09:30:00+0300",
    "2026-11-20T09:30:00.Z",
    "+002026-11-20T09:30:00Z",
    "26-11-20T09:30:00Z",
    " 2026-11-20T09:30:00Z",
    "2026-11-20T09:30:00Z\n",
    "Fri, 20 Nov 2026 09:30:00 GMT",
    "1763631000",
    ""
  ])("refuses %j", (text) => {
    assert.isFalse(accepts(Timestamp, text))
  })

  it("writes UTC with milliseconds", () => {
    const time = Schema.decodeUnknownSync(Timestamp)("2026-11-20T12:30:00+03:00")
    assert.strictEqual(Schema.encodeSync(Timestamp)(time), "2026-11-20T09:30:00.000Z")
  })

  it.each(["2026-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "2026-04-31T00:00:00Z"])("refuses the day %s", (text) => {
    assert.isFalse(accepts(Timestamp, text))
  })
})
