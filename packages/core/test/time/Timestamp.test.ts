/** Times as they travel: RFC 3339 with an offset. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import { QueryEnd, QueryStart, Timestamp, TimestampText } from "../../src/time/Timestamp.ts"
import { fieldProblems } from "../../src/validation/FieldProblem.ts"
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
    ["2026-11-20 09:30:00.125999999999z", noon + 125],
    ["0013-01-01 00:00:00.999999999999+00:00", Date.parse("0013-01-01T00:00:00.999Z")],
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

  const messagesOf = (text: string): ReadonlyArray<string> =>
    Result.match(Schema.decodeUnknownResult(Timestamp, { errors: "all" })(text), {
      onFailure: ({ issue }) => fieldProblems("query.from", issue, text).map(({ message }) => message),
      onSuccess: () => []
    })

  it.each([
    ["2026-11-20T09:30:00", "Expected an RFC 3339 time with an offset, such as 2026-11-20T09:30:00Z"],
    ["2026-11-20T24:00:00Z", "Expected an hour from 00 to 23"],
    ["2026-11-20T24:00:01Z", "Expected an hour from 00 to 23"],
    ["2026-12-31T23:59:60Z", "Expected a second from 00 to 59: a leap second cannot be told from the next one"],
    ["2026-01-01T00:00:60.5+03:00", "Expected a second from 00 to 59: a leap second cannot be told from the next one"],
    ["2026-02-29T00:00:00Z", "Expected a day that the month has"],
    ["2026-02-30T00:00:00Z", "Expected a day that the month has"],
    ["2026-04-31T00:00:00Z", "Expected a day that the month has"],
    ["2100-02-29T00:00:00Z", "Expected a day that the month has"],
    ["0000-01-01T00:00:00+00:01", "Expected a time from the year 0000 to 9999 in UTC"],
    ["9999-12-31T23:59:59-00:01", "Expected a time from the year 0000 to 9999 in UTC"]
  ])("says what is wrong with %s", (text, message) => {
    assert.deepStrictEqual(messagesOf(text), [message])
  })

  it.each(["0000-02-29T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2000-02-29T12:00:00+14:00"])(
    "reads back what it writes of %s",
    (text) => {
      const time = Schema.decodeUnknownSync(Timestamp)(text)
      assert.strictEqual(millisOf(Schema.encodeSync(Timestamp)(time)), DateTime.toEpochMillis(time))
    }
  )

  const upTo = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))

  /** Most are times; some have a day that is none, or lead out of the years. */
  const LikelyTime = Schema.Struct({
    year: Schema.Union([upTo(9999), Schema.Literals([0, 9999])]),
    others: Schema.Tuple([upTo(11), upTo(30), upTo(24), upTo(59), upTo(60)]),
    separator: Schema.Literals(["T", "t", " "]),
    fraction: Schema.Literals(["", ".0", ".12", ".999999999999"]),
    offset: Schema.Union([Schema.Literals(["Z", "z"]), Schema.Tuple([Schema.Literals(["+", "-"]), upTo(23), upTo(59)])])
  })

  const twoDigits = (value: number): string => String(value).padStart(2, "0")

  const textOf = ({ fraction, offset, others, separator, year }: typeof LikelyTime.Type): string => {
    const [month, day, hour, minute, second] = others
    const date = [String(year).padStart(4, "0"), twoDigits(month + 1), twoDigits(day + 1)].join("-")
    const time = [hour, minute, second].map(twoDigits).join(":")
    const zone = typeof offset === "string" ? offset : `${offset[0]}${twoDigits(offset[1])}:${twoDigits(offset[2])}`
    return `${date}${separator}${time}${fraction}${zone}`
  }

  it.prop(
    "is read where its text passes, and nowhere else",
    [LikelyTime],
    ([parts]) => {
      const text = textOf(parts)
      assert.strictEqual(accepts(Timestamp, text), accepts(TimestampText, text), text)
    },
    { arbitrary: { runs: 2000 } }
  )
})

describe("times of a query", () => {
  const read = (schema: typeof QueryEnd, text: string) => DateTime.toEpochMillis(Schema.decodeUnknownSync(schema)(text))

  it("have the sign of an offset that arrived as a space", () => {
    for (const schema of [QueryStart, QueryEnd]) {
      assert.strictEqual(read(schema, "2026-11-20T12:30:00 03:00"), noon)
      assert.isFalse(accepts(schema, "2026-11-20 09:30"))
    }
    assert.isFalse(accepts(Timestamp, "2026-11-20T12:30:00 03:00"))
  })

  it("hold no more than what is asked for: between two milliseconds the end is the first, and the start the second", () => {
    const text = "2026-11-20T09:30:00.0000001Z"
    assert.deepStrictEqual([read(QueryStart, text), read(QueryEnd, text)], [noon + 1, noon])
    assert.strictEqual(read(QueryStart, "2026-11-20T09:30:00.0010000Z"), noon + 1)
  })
})
