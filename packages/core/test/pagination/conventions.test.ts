/**
 * Walking a table while rows are inserted and changed: the page builder of each convention, under the stream that clients have for it.
 */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Effect, Schema, Stream } from "effect"
import { byChange, byContinuation, byCursor, byNext, byOffset } from "../../src/client/walking.ts"
import { changePage } from "../../src/pagination/ChangePage.ts"
import { continuationPage, continuationRows } from "../../src/pagination/Continuation.ts"
import { type CursorAnswer, CursorOrder, cursorPage, toCursorRequest } from "../../src/pagination/CursorPage.ts"
import { type Position, parseCursor } from "../../src/pagination/Cursor.ts"
import { offsetPage } from "../../src/pagination/OffsetPage.ts"
import { toPage } from "../../src/pagination/TimePage.ts"
import { uuid } from "../fixtures.ts"

interface Row {
  /** Grows with each row that is inserted, and never changes. */
  readonly number: number
  /** Anywhere among the others, and never changes. */
  readonly place: number
  /** Grows with each insertion and change. */
  readonly changedAt: number
}

const Happening = Schema.Struct({
  kind: Schema.Literals(["insertion", "change"]),
  place: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))
})
type Happening = typeof Happening.Type

const smallInt = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

const anyHappenings = Arbitrary.array(Arbitrary.schema(Happening), { maxLength: 5 })

/** What is there at first, how many rows a page has, and what happens before each further page. */
const anyWalk: [
  Arbitrary.Arbitrary<ReadonlyArray<Happening>>,
  Arbitrary.Arbitrary<number>,
  Arbitrary.Arbitrary<ReadonlyArray<ReadonlyArray<Happening>>>
] = [anyHappenings, smallInt(1, 5), Arbitrary.array(anyHappenings, { maxLength: 8 })]

/** A table to which things happen each time that a page of it is read. */
const tableOf = (first: ReadonlyArray<Happening>, later: ReadonlyArray<ReadonlyArray<Happening>>) => {
  let rows: ReadonlyArray<Row> = []
  let time = 0

  const apply = (happenings: ReadonlyArray<Happening>) => {
    time++
    for (const { kind, place } of happenings) {
      const changed = rows[place % Math.max(1, rows.length)]
      const isInsertion = kind === "insertion" || changed === undefined
      rows = isInsertion
        ? [...rows, { number: rows.length + 1, place: place * 1000 + rows.length, changedAt: time }]
        : rows.map((row) => (row === changed ? { ...row, changedAt: time } : row))
    }
  }

  // Enough for several pages.
  for (const happenings of [first, first, first]) apply(happenings.map((one) => ({ ...one, kind: "insertion" })))
  const before = rows
  let reads = 0
  return {
    before,
    now: () => rows,
    read: <A>(page: (rows: ReadonlyArray<Row>) => A): Effect.Effect<A> =>
      Effect.sync(() => {
        if (reads > 0) apply(later[reads - 1] ?? [])
        reads++
        assert.isBelow(reads, 1000, "the walk does not end")
        return page(rows)
      })
  }
}

const sorted = (rows: ReadonlyArray<Row>, by: (row: Row) => number) =>
  rows.toSorted((left, right) => by(left) - by(right))

const numbers = (rows: ReadonlyArray<Row>) => rows.map(({ number }) => number)

const ascending = (values: ReadonlyArray<number>) => values.toSorted((left, right) => left - right)

const collect = <A>(stream: Stream.Stream<A>): ReadonlyArray<A> => Effect.runSync(Stream.runCollect(stream))

const keyOf = ({ number }: Row) => String(number)

const assertNoDoubles = (rows: ReadonlyArray<Row>, key: (row: Row) => string = keyOf) =>
  assert.strictEqual(new Set(rows.map(key)).size, rows.length)

/** Every state of a row at most once, and the last one of each row. */
const assertLastStates = (given: ReadonlyArray<Row>, now: ReadonlyArray<Row>) => {
  assertNoDoubles(given, ({ changedAt, number }) => `${number} ${changedAt}`)
  const last = new Map(given.map((row) => [row.number, row]))
  assert.deepStrictEqual(
    sorted([...last.values()], ({ number }) => number),
    now
  )
}

describe("offset", () => {
  it.prop("gives each row exactly once, where new rows come last", anyWalk, ([first, limit, later]) => {
    const { now, read } = tableOf(first, later)
    const fetch = (offset: number) => read((rows) => offsetPage({ limit, offset }, rows))
    assert.deepStrictEqual(numbers(collect(byOffset({ limit, keyOf, fetch }))), numbers(now()))
  })

  it.prop("gives each row of the beginning exactly once, where new rows come anywhere", anyWalk, (walk) => {
    const [first, limit, later] = walk
    const { before, read } = tableOf(first, later)
    const fetch = (offset: number) =>
      read((rows) =>
        offsetPage(
          { limit, offset },
          sorted(rows, ({ place }) => place)
        )
      )
    const given = collect(byOffset({ limit, keyOf, fetch }))
    assertNoDoubles(given)
    assert.includeMembers(numbers(given), numbers(before))
  })
})

describe("continuation token", () => {
  it.prop("gives each row exactly once, until next is 0", anyWalk, ([first, limit, later]) => {
    const { now, read } = tableOf(first, later)
    const fetch = (after: number) =>
      read((rows) => {
        const found = rows.filter(({ number }) => number > after).slice(0, limit + 1)
        return continuationPage({ limit, after }, found, ({ number }) => number)
      })
    assert.deepStrictEqual(numbers(collect(byContinuation({ fetch }))), numbers(now()))
  })

  it.prop("gives each row exactly once, until the status is 204", anyWalk, ([first, limit, later]) => {
    const { now, read } = tableOf(first, later)
    const fetch = (after: number) =>
      read((rows) => {
        const items = continuationRows(
          { limit, after },
          rows.filter(({ number }) => number > after)
        )
        return items && { items, next: items.at(-1)!.number }
      })
    assert.deepStrictEqual(numbers(collect(byContinuation({ fetch }))), numbers(now()))
  })

  it("ends with an empty list, and where next does not lead on", () => {
    const empty = byContinuation({ fetch: () => Effect.succeed({ items: [], next: 5 }) })
    assert.deepStrictEqual(collect(empty), [])
    const stuck = byContinuation({ fetch: () => Effect.succeed({ items: ["a"], next: 5 }) })
    assert.deepStrictEqual(collect(stuck), ["a", "a"])
  })
})

describe("cursor", () => {
  const positionOf = ({ changedAt, number }: Row) => ({ updatedAt: DateTime.makeUnsafe(changedAt), nmID: number })

  it.prop("gives each row, and once more after it changed", anyWalk, ([first, limit, later]) => {
    const { now, read } = tableOf(first, later)
    const limits = { minimum: 1, maximum: 5, default: 5 }
    const fetch = (cursor: Partial<CursorAnswer> | undefined) =>
      read((rows) => {
        const request = toCursorRequest({ ...cursor, limit }, limits)
        const { after } = request
        const found = rows
          .filter((row) => after === undefined || CursorOrder(positionOf(row), after) > 0)
          .toSorted((left, right) => CursorOrder(positionOf(left), positionOf(right)))
        return cursorPage(request, found, positionOf)
      })
    assertLastStates(collect(byCursor({ limit, fetch })), now())
  })
})

describe("the time of the last change", () => {
  it.prop("gives each row, and once more after it changed", anyWalk, ([first, limit, later]) => {
    const { now, read } = tableOf(first, later)
    const changedAt = (row: Row) => row.changedAt
    const fetch = (from: number) =>
      read((rows) => {
        const found = sorted(
          rows.filter((row) => row.changedAt >= from),
          changedAt
        )
        return changePage({ from, limit }, found, changedAt)
      })
    assertLastStates(collect(byChange({ from: 0, changedAt, keyOf, fetch })), now())
  })

  it.each([
    ["as many rows as the limit", 2, [1, 2, 3], [1, 2]],
    ["all rows of the last time", 2, [1, 2, 2, 2, 3], [1, 2, 2, 2]],
    ["rows of a later time than that asked for", 2, [0, 0, 0, 1, 1, 2], [0, 0, 0, 1, 1]],
    ["what there is", 5, [0, 0], [0, 0]],
    ["nothing where there is nothing", 5, [], []]
  ])("has on its page %s", (_what, limit, found, page) => {
    assert.deepStrictEqual(
      changePage({ from: 0, limit }, found, (time) => time),
      page
    )
  })
})

describe("next and prev", () => {
  it.prop("give each row of the beginning exactly once, the newest first", anyWalk, ([first, limit, later]) => {
    const { before, read } = tableOf(first, later)
    const positionOf = ({ number, place }: Row): Position => ({ time: place % 7, id: uuid(number) })
    const compare = (left: Row, right: Row) => {
      const [one, other] = [positionOf(left), positionOf(right)]
      return other.time - one.time || other.id.localeCompare(one.id)
    }
    const fetch = (next: string) =>
      read((rows) => {
        const cursor = parseCursor(next)
        const request = { limit, direction: "older", ...(cursor && { cursor }) } as const
        const from = cursor && { number: Number.parseInt(cursor.id.slice(-12), 16), place: cursor.time, changedAt: 0 }
        const found = rows
          .filter((row) => from === undefined || compare(row, from) > 0)
          .toSorted(compare)
          .slice(0, limit + 1)
        return toPage(request, found, positionOf)
      })
    const given = collect(byNext(fetch))
    assertNoDoubles(given)
    assert.deepStrictEqual(given, given.toSorted(compare))
    assert.includeMembers(ascending(numbers(given)), numbers(before))
  })
})
