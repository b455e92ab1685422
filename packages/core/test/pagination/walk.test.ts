/** Walking through pages: every record once, in order, there and back. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Option, Schema } from "effect"
import { parseCursor, type Position } from "../../src/pagination/Cursor.ts"
import { type TimePage, type TimePageRequest, toPage } from "../../src/pagination/TimePage.ts"
import { uuid } from "../fixtures.ts"

const compare = (left: Position, right: Position): number => left.time - right.time || left.id.localeCompare(right.id)

/** What a driver does: records beyond the cursor in the order of travel, one more than the limit when there are more. */
const find = (records: ReadonlyArray<Position>, request: TimePageRequest): ReadonlyArray<Position> => {
  const { cursor, direction, limit } = request
  const sign = direction === "newer" ? 1 : -1
  return records
    .filter((record) => cursor === undefined || sign * compare(record, cursor) > 0)
    .toSorted((left, right) => sign * compare(left, right))
    .slice(0, limit + 1)
}

const pageOf = (records: ReadonlyArray<Position>, request: TimePageRequest): TimePage<Position> =>
  toPage(request, find(records, request), (record) => record)

const first = (limit: number): TimePageRequest => ({ limit, direction: "older" })

const beyond = (limit: number, direction: "older" | "newer", cursor: string): Option.Option<TimePageRequest> =>
  cursor === "" ? Option.none() : Option.some({ limit, direction, cursor: parseCursor(cursor)! })

/** Pages from a request on, one cursor after the other. Never more than there can be: a walk must end. */
const walk = (records: ReadonlyArray<Position>, request: TimePageRequest): ReadonlyArray<TimePage<Position>> => {
  const pages: Array<TimePage<Position>> = []
  let next = Option.some(request)
  while (Option.isSome(next)) {
    const page = pageOf(records, next.value)
    pages.push(page)
    assert.isAtMost(pages.length, records.length + 1, "the walk does not end")
    const { direction, limit } = request
    next = beyond(limit, direction, direction === "older" ? page.next : page.prev)
  }
  return pages
}

const newestFirst = (records: ReadonlyArray<Position>) => records.toSorted((left, right) => compare(right, left))

const itemsOf = (pages: ReadonlyArray<TimePage<Position>>) => pages.map(({ items }) => items)

const smallInt = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** Records of few times, so that many are equal; ids do not sort as the records come. */
const anyRecords = Arbitrary.array(smallInt(0, 4), { maxLength: 25 }).pipe(
  Arbitrary.map((times) => times.map((time, index): Position => ({ time, id: uuid((index * 7919) % 101) })))
)

const anyLimit = smallInt(1, 8)

describe("walking next from the first page", () => {
  it.prop("visits every record once, newest first", [anyRecords, anyLimit], ([records, limit]) => {
    assert.deepStrictEqual(itemsOf(walk(records, first(limit))).flat(), newestFirst(records))
  })

  it.prop("fills every page but the last", [anyRecords, anyLimit], ([records, limit]) => {
    const lengths = itemsOf(walk(records, first(limit))).map(({ length }) => length)
    assert.isTrue(lengths.slice(0, -1).every((length) => length === limit))
    assert.isAtMost(lengths.at(-1)!, limit)
  })

  it.prop("comes to no empty page, unless there is nothing at all", [anyRecords, anyLimit], ([records, limit]) => {
    const lengths = itemsOf(walk(records, first(limit))).map(({ length }) => length)
    assert.strictEqual(lengths.includes(0), records.length === 0)
  })
})

describe("walking prev from the last page", () => {
  it.prop("gives the same pages again, in reverse", [anyRecords, anyLimit], ([records, limit]) => {
    const there = walk(records, first(limit))
    const back = Option.map(beyond(limit, "newer", there.at(-1)!.prev), (request) => walk(records, request))
    assert.deepStrictEqual(itemsOf(Option.getOrElse(back, () => [])), itemsOf(there.slice(0, -1)).toReversed())
  })

  it.prop("shows on every page the same next as on the way there", [anyRecords, anyLimit], ([records, limit]) => {
    const there = walk(records, first(limit))
    const back = Option.map(beyond(limit, "newer", there.at(-1)!.prev), (request) => walk(records, request))
    assert.deepStrictEqual(
      Option.getOrElse(back, () => []).map(({ next }) => next),
      there
        .slice(0, -1)
        .map(({ next }) => next)
        .toReversed()
    )
  })
})

describe("records that arrive meanwhile", () => {
  it.prop("do not change the pages that a walk still comes to", [anyRecords, anyLimit], ([records, limit]) => {
    const [start, ...rest] = walk(records, first(limit))
    const arrived = [...records, { time: 9, id: uuid(500) }, { time: 9, id: uuid(501) }]
    const later = Option.map(beyond(limit, "older", start!.next), (request) => walk(arrived, request))
    assert.deepStrictEqual(itemsOf(Option.getOrElse(later, () => [])), itemsOf(rest))
  })

  it("are found by prev of the page that was the first", () => {
    const old = [1, 2, 3].map((time) => ({ time, id: uuid(time) }))
    const [newest, oldest] = walk(old, first(2))
    assert.deepStrictEqual(
      newest!.items.map(({ time }) => time),
      [3, 2]
    )
    const arrived = [...old, { time: 4, id: uuid(4) }]
    const back = walk(arrived, Option.getOrThrow(beyond(2, "newer", oldest!.prev)))
    assert.deepStrictEqual(
      back.map(({ items }) => items.map(({ time }) => time)),
      [[3, 2], [4]]
    )
  })
})

describe("the cursors of a page", () => {
  it("are empty where everything fits on it", () => {
    const page = pageOf([{ time: 1, id: uuid(1) }], first(1))
    assert.deepStrictEqual([page.next, page.prev], ["", ""])
  })

  it("are empty where there is nothing", () => {
    assert.deepStrictEqual(pageOf([], first(10)), { items: [], next: "", prev: "" })
  })

  it("lead back to the record that an empty page was reached from, going forward", () => {
    const only = { time: 5, id: uuid(1) }
    const empty = pageOf([only], { limit: 2, direction: "newer", cursor: only })
    assert.deepStrictEqual([empty.items, empty.prev], [[], ""])
    const back = pageOf([only], Option.getOrThrow(beyond(2, "older", empty.next)))
    assert.deepStrictEqual(back.items, [only])
  })

  it("lead back to the record that an empty page was reached from, going back", () => {
    const only = { time: 5, id: uuid(1) }
    const empty = pageOf([only], { limit: 2, direction: "older", cursor: only })
    assert.deepStrictEqual([empty.items, empty.next], [[], ""])
    const back = pageOf([only], Option.getOrThrow(beyond(2, "newer", empty.prev)))
    assert.deepStrictEqual(back.items, [only])
  })

  it("tell records of the same time apart", () => {
    const records = [3, 1, 2].map((number) => ({ time: 7, id: uuid(number) }))
    assert.deepStrictEqual(
      itemsOf(walk(records, first(1))).flat(),
      [3, 2, 1].map((number) => ({ time: 7, id: uuid(number) }))
    )
  })
})
