/** A sorted map that is larger than its parts, against a plain one. */
import { assert, describe, it } from "@effect/vitest"
import { KeyOrder } from "@sellerkit/core"
import { Order, Schema } from "effect"
import { type RangeOfMap, SortedMap } from "../src/state/SortedMap.ts"

// Numbers with what is hard to order behind them: more places than one part has.
const placeOf = (number: number): string => `${number % 1500}${["", "\uffff", "😀"][Math.floor(number / 1500)]}`

const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4499 }))

const AnyRange = Schema.Struct({
  from: Schema.UndefinedOr(Place),
  below: Schema.UndefinedOr(Place),
  descending: Schema.Boolean,
  offset: Schema.Literals([0, 1, 700]),
  limit: Schema.Literals([0, 1, 20, 10_000])
})

const rangeOf = ({ below, from, ...range }: typeof AnyRange.Type): RangeOfMap => ({
  ...range,
  from: from === undefined ? undefined : placeOf(from),
  below: below === undefined ? undefined : placeOf(below)
})

const EntryOrder = Order.mapInput(KeyOrder, ([place]: readonly [string, number]) => place)

const expected = (plain: ReadonlyMap<string, number>, { below, descending, from, limit, offset = 0 }: RangeOfMap) => {
  const found = [...plain]
    .filter(
      ([place]) =>
        (from === undefined || KeyOrder(place, from) >= 0) && (below === undefined || KeyOrder(place, below) < 0)
    )
    .toSorted(EntryOrder)
  const ordered = descending === true ? found.toReversed() : found
  return {
    count: found.length,
    found: ordered.slice(offset, offset + limit).map(([place, value]) => ({ place, value }))
  }
}

describe("a sorted map", () => {
  it.prop(
    "finds what a plain one has, after any changes",
    [Schema.Int, Schema.Array(Place), Schema.Array(AnyRange)],
    ([seed, removed, ranges]) => {
      const [sorted, plain] = [new SortedMap<number>(), new Map<string, number>()]
      // Every second one is set, in an order that the seed makes.
      for (let step = 0; step < 2250; step += 1) {
        const number = (Math.abs(seed % 4500) + step * 1042) % 4500
        sorted.set(placeOf(number), step)
        plain.set(placeOf(number), step)
      }
      for (const number of [...removed, ...Array.from({ length: 600 }, (_, index) => 1000 + index)]) {
        sorted.delete(placeOf(number))
        plain.delete(placeOf(number))
      }
      for (const range of ranges.map(rangeOf)) {
        assert.deepStrictEqual({ count: sorted.count(range), found: sorted.find(range) }, expected(plain, range))
      }
      for (const number of removed) assert.strictEqual(sorted.get(placeOf(number)), plain.get(placeOf(number)))
    },
    { timeout: 60_000, arbitrary: { runs: 50 } }
  )

  it("may be emptied, and filled again", () => {
    const sorted = new SortedMap<number>()
    const places = Array.from({ length: 2000 }, (_, number) => placeOf(number))
    for (const round of [1, 2]) {
      for (const place of places) sorted.set(place, round)
      assert.strictEqual(sorted.count({}), 2000)
      for (const place of places) sorted.delete(place)
      assert.deepStrictEqual(sorted.find({ limit: 10 }), [])
    }
  })
})
