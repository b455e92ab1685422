/** Cursors and limits of pages by time (Seller Webhooks Service, query parameters). */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { formatCursor, parseCursor } from "../../src/pagination/Cursor.ts"
import { timePageQuery, toPageRequest } from "../../src/pagination/TimePage.ts"
import { uuid } from "../fixtures.ts"

const Query = Schema.Struct(timePageQuery)

const decode = (query: unknown) => Schema.decodeUnknownResult(Query)(query)

const requestOf = (query: unknown) => toPageRequest(Result.getOrThrow(decode(query)))

const isRefused = (query: unknown): boolean => Result.isFailure(decode(query))

const position = { time: 1_768_469_400_125, id: uuid(1) }

// Up to the end of the year 9999, the last that a timestamp can name.
const anyTime = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 253_402_300_799_999 }))

const base64Url = (text: string): string => Buffer.from(text).toString("base64url")

describe("a cursor", () => {
  it.prop("gives back the position it was made of", [anyTime, Schema.Natural], ([time, number]) => {
    const given = { time, id: uuid(number) }
    assert.deepStrictEqual(parseCursor(formatCursor(given)), given)
  })

  it.prop("can stand in a URL as it is", [anyTime, Schema.Natural], ([time, number]) => {
    assert.match(formatCursor({ time, id: uuid(number) }), /^[A-Za-z0-9_-]+$/)
  })

  it.prop("is not made of just any text", [Schema.String], ([text]) => {
    assert.isUndefined(parseCursor(text))
    assert.isUndefined(parseCursor(base64Url(text)))
  })

  it.prop(
    "gives back a position before 1970",
    [Schema.Int.check(Schema.isBetween({ minimum: -62_167_219_200_000, maximum: -1 }))],
    ([time]) => {
      assert.deepStrictEqual(parseCursor(formatCursor({ time, id: uuid(1) })), { time, id: uuid(1) })
    }
  )

  it.each([
    ["text", "garbage"],
    ["base64 of text", base64Url("garbage")],
    ["no time", base64Url(`_${uuid(1)}`)],
    ["no id", base64Url("1000_")],
    ["a short id", base64Url("1000_0198")],
    ["an id with more after it", base64Url(`1000_${uuid(1)}0`)],
    ["an id that is a command", base64Url(`1000_${"' OR 1=1 --".padEnd(36, " ")}`)],
    ["a time that is a fraction", base64Url(`1.5_${uuid(1)}`)],
    ["a time that no number holds", base64Url(`${"9".repeat(16)}_${uuid(1)}`)],
    ["a line break", base64Url(`1000_${uuid(1)}\n`)],
    ["blanks", " "],
    ["a percent sign", "%%%"],
    ["bytes that are no text", "_____w"]
  ])("is refused when it is %s", (_what, cursor) => {
    assert.isTrue(isRefused({ next: cursor }))
    assert.isTrue(isRefused({ prev: cursor }))
  })
})

describe("the limit of a page", () => {
  it.each([1, 2, 100, 999, 1000])("may be %i", (limit) => {
    assert.strictEqual(requestOf({ limit }).limit, limit)
  })

  it.each([0, -1, 1001, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "many", null])("may not be %d", (limit) => {
    assert.isTrue(isRefused({ limit }))
  })

  it("is 100 when none is given", () => {
    assert.strictEqual(requestOf({}).limit, 100)
  })
})

describe("a page request", () => {
  it("starts with the newest records when there is no cursor", () => {
    assert.deepStrictEqual(requestOf({}), { limit: 100, direction: "older" })
  })

  it("walks back in time from next", () => {
    assert.deepStrictEqual(requestOf({ next: formatCursor(position) }), {
      limit: 100,
      direction: "older",
      cursor: position
    })
  })

  it("walks forward in time from prev", () => {
    assert.deepStrictEqual(requestOf({ prev: formatCursor(position) }), {
      limit: 100,
      direction: "newer",
      cursor: position
    })
  })

  it.each([{ next: "" }, { prev: "" }, { next: "", prev: "" }])(
    "takes an empty cursor for none, because that is what answers carry: %j",
    (query) => assert.deepStrictEqual(requestOf(query), { limit: 100, direction: "older" })
  )

  it("walks back from next although prev is there, empty", () => {
    assert.deepStrictEqual(requestOf({ next: formatCursor(position), prev: "" }), {
      limit: 100,
      direction: "older",
      cursor: position
    })
  })

  it("walks forward from prev although next is there, empty", () => {
    assert.deepStrictEqual(requestOf({ next: "", prev: formatCursor(position) }), {
      limit: 100,
      direction: "newer",
      cursor: position
    })
  })

  it("walks forward from prev when both are there", () => {
    const other = { time: 7, id: uuid(2) }
    assert.deepStrictEqual(requestOf({ next: formatCursor(other), prev: formatCursor(position) }), {
      limit: 100,
      direction: "newer",
      cursor: position
    })
  })

  it("has the interval in milliseconds", () => {
    const { from, to } = requestOf({ from: "1970-01-01T00:00:01Z", to: "1970-01-01T03:00:02.5+03:00" })
    assert.deepStrictEqual([from, to], [1000, 2500])
  })

  it.each(["yesterday", "2026-01-15", "2026-01-15T09:30:00", ""])("has no interval from %j", (from) => {
    assert.isTrue(isRefused({ from }))
  })
})
