/** What requests and answers of the conventions carry (API Conventions, Pagination conventions). */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import {
  continuationQuery,
  countedOffsetPage,
  CursorAnswer,
  cursorBody,
  cursorPage,
  offsetQuery,
  toContinuationRequest,
  toCursorRequest,
  toOffsetRequest,
  UnixMilliseconds,
  UnixSeconds
} from "../../src/pagination/index.ts"

const limits = { minimum: 30, maximum: 1000, default: 100 }
const decode = <A>(schema: Schema.Codec<A, unknown>, input: unknown): A =>
  Result.getOrThrow(Schema.decodeUnknownResult(schema)(input))
const isRefused = (schema: Schema.Codec<unknown, unknown>, input: unknown): boolean =>
  Result.isFailure(Schema.decodeUnknownResult(schema)(input))

describe("offset", () => {
  const Query = Schema.Struct(offsetQuery(limits))

  it("begins at the first row, with the number of rows that the operation has", () => {
    assert.deepStrictEqual(toOffsetRequest(decode(Query, {}), limits), { limit: 100, offset: 0 })
    assert.deepStrictEqual(toOffsetRequest(decode(Query, { limit: 30, offset: 60 }), limits), { limit: 30, offset: 60 })
  })

  it.each([{ limit: 29 }, { limit: 1001 }, { limit: 30.5 }, { offset: -1 }, { offset: 1_000_001 }])(
    "refuses %j",
    (query) => assert.isTrue(isRefused(Query, query))
  )

  it("says how many rows there are", () => {
    assert.deepStrictEqual(countedOffsetPage({ limit: 2, offset: 1 }, ["a", "b", "c", "d"]), {
      items: ["b", "c"],
      total: 4
    })
  })
})

describe("continuation token", () => {
  const Query = Schema.Struct(continuationQuery(limits, "rrdid"))

  it("begins at 0, under the name that the operation has for it", () => {
    assert.deepStrictEqual(toContinuationRequest(decode(Query, {}), limits, "rrdid"), { limit: 100, after: 0 })
    assert.deepStrictEqual(toContinuationRequest(decode(Query, { rrdid: 7, limit: 30 }), limits, "rrdid"), {
      limit: 30,
      after: 7
    })
  })

  it.each([{ rrdid: -1 }, { rrdid: 1.5 }, { limit: 1 }])("refuses %j", (query) => {
    assert.isTrue(isRefused(Query, query))
  })
})

describe("cursor", () => {
  const Body = cursorBody(limits, { withPhoto: Schema.optionalKey(Schema.Int) })
  const requestOf = (cursor: unknown, filter = {}) =>
    toCursorRequest(decode(Body, { settings: { cursor, filter } }).settings.cursor, limits)

  it("begins with the first row", () => {
    assert.deepStrictEqual(requestOf({}, { withPhoto: -1 }), { limit: 100, after: undefined })
  })

  it("takes back what the answer had", () => {
    const row = { updatedAt: DateTime.makeUnsafe("2026-01-15T09:30:00.125Z"), nmID: 7 }
    const { cursor } = cursorPage({ limit: 1, after: undefined }, [row, row], (one) => one)
    const { total, ...sent } = Schema.encodeUnknownSync(CursorAnswer)(cursor)
    assert.deepStrictEqual({ ...sent, total }, { updatedAt: "2026-01-15T09:30:00.125Z", nmID: 7, total: 1 })
    assert.deepStrictEqual(requestOf({ ...sent, limit: 30 }), { limit: 30, after: row })
  })

  it("stays where it is on an empty page", () => {
    const after = { updatedAt: DateTime.makeUnsafe(0), nmID: 7 }
    assert.deepStrictEqual(
      cursorPage({ limit: 1, after }, [], () => after),
      { items: [], cursor: { ...after, total: 0 } }
    )
  })

  it.each([{ nmID: 7 }, { updatedAt: "2026-01-15T09:30:00Z" }, { updatedAt: "yesterday", nmID: 7 }, { limit: 1001 }])(
    "refuses %j",
    (cursor) => assert.isTrue(isRefused(Body, { settings: { cursor } }))
  )
})

describe("times as numbers", () => {
  it("are in seconds or in milliseconds", () => {
    assert.strictEqual(DateTime.toEpochMillis(decode(UnixSeconds, 1_768_469_400)), 1_768_469_400_000)
    assert.strictEqual(DateTime.toEpochMillis(decode(UnixMilliseconds, 1_768_469_400_125)), 1_768_469_400_125)
    assert.strictEqual(Schema.encodeSync(UnixSeconds)(DateTime.makeUnsafe(1_768_469_400_999)), 1_768_469_400)
  })

  it.each([1.5, 253_402_300_800, -62_167_219_201, "1768469400"])("refuse %j", (time) => {
    assert.isTrue(isRefused(UnixSeconds, time))
  })
})
