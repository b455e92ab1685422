import { describe, expect, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { millisOf, MoscowDateTime, parseMoscowDateTime } from "../../src/time/MoscowDateTime.ts"

const decode = Schema.decodeUnknownResult(MoscowDateTime)

const noon = Date.parse("2026-01-05T12:00:00+03:00")

describe("MoscowDateTime", () => {
  // What clients send (contract, must-do list, 5).
  it.each([
    ["2026-01-05T12:00:00", noon],
    ["2026-01-05T12:00", noon],
    ["2026-01-05 12:00:00", noon],
    ["2026-01-05T09:00:00Z", noon],
    ["2026-01-05T09:00:00.123Z", noon + 123],
    ["2026-01-05T14:00:00+05:00", noon],
    ["2026-01-05T14:00:00 05:00", noon],
    ["2026-01-05T04:30:00-04:30", noon],
    ["2026-01-05T12:00:00.000000", noon],
    ["2026-01-05T12:00:00.123456", noon + 123],
    ["2026-01-05T12:00:00.5", noon + 500],
    ["2026-01-05", noon - 12 * 60 * 60 * 1000],
    ["0001-01-01T00:00:00", -62_135_607_600_000]
  ])("reads %s", (text, millis) => {
    expect(parseMoscowDateTime(text)).toStrictEqual(Option.some(millis))
  })

  it.each([
    "",
    "2026",
    "2026-02-30",
    "2026-13-01T00:00:00",
    "2026-01-05T24:00:00",
    "2026-01-05T12:60:00",
    "2026-01-05T12:00:00+3",
    "2026-01-05T12:00:00.",
    "2026-01-05T12:00:00.1234567890",
    "0000-12-31",
    "0001-01-01T00:00:00+05:00",
    "9999-12-31T23:59:59-05:00",
    "1767603600",
    " 2026-01-05",
    "2026-01-05\n",
    `2026-01-05T12:00:00.${"0".repeat(100_000)}`
  ])("refuses %j", (text) => {
    expect(parseMoscowDateTime(text)).toStrictEqual(Option.none())
    expect(Result.isFailure(decode(text))).toBe(true)
  })

  it.each([
    ["2026-01-05T09:00:00Z", "2026-01-05T12:00:00"],
    ["2026-01-05T12:00:10.500000", "2026-01-05T12:00:10.5"],
    ["2026-01-05T22:30:00Z", "2026-01-06T01:30:00"],
    ["2026-01-05", "2026-01-05T00:00:00"],
    ["0001-01-01T00:00:00", "0001-01-01T00:00:00"],
    ["9999-12-31T23:59:59.999", "9999-12-31T23:59:59.999"]
  ])("reads %s as %s, which is the same time", (text, written) => {
    expect(decode(text)).toStrictEqual(Result.succeed(written))
    expect(millisOf(written)).toBe(millisOf(text))
  })
})
