/** Ranges of places, against what their bounds say of the parts. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { encodeKey, KeyOrder, type KeyParts } from "../../src/records/Key.ts"
import { type Range, toStoredRange } from "../../src/records/Range.ts"
import { AnyKey, partsOf } from "./anyKeys.ts"

const AnyBound = Schema.UndefinedOr(AnyKey)

const AnyRange = Schema.Struct({
  within: AnyBound,
  from: AnyBound,
  through: AnyBound,
  after: AnyBound,
  before: AnyBound
})

const rangeOf = (drawn: typeof AnyRange.Type): Range =>
  Object.fromEntries(
    Object.entries(drawn).flatMap(([name, bound]) => (bound === undefined ? [] : [[name, partsOf(bound)]]))
  )

const isAtLeast = (one: KeyParts, other: KeyParts): boolean => KeyOrder(encodeKey(one), encodeKey(other)) >= 0

/** Compares as many parts as the bound has. */
const isIn = (parts: KeyParts, { after, before, from, through, within }: Range): boolean => {
  const beginsWith = (bound: KeyParts) => encodeKey(parts.slice(0, bound.length)) === encodeKey(bound)
  return (
    (within === undefined || beginsWith(within)) &&
    (from === undefined || isAtLeast(parts, from)) &&
    (through === undefined || beginsWith(through) || isAtLeast(through, parts)) &&
    (after === undefined || (!beginsWith(after) && isAtLeast(parts, after))) &&
    (before === undefined || !isAtLeast(parts, before))
  )
}

const ranged = { name: "collection", indexes: { byTime: () => undefined } }

describe("a range", () => {
  it.prop(
    "has what is within all of its bounds",
    [AnyKey, AnyRange],
    ([key, drawn]) => {
      const parts = partsOf(key)
      const given = rangeOf(drawn)
      const { below, from } = toStoredRange(ranged, given)
      const place = encodeKey(parts)
      const isStoredIn =
        (from === undefined || KeyOrder(place, from) >= 0) && (below === undefined || KeyOrder(place, below) < 0)
      assert.strictEqual(isStoredIn, isIn(parts, given))
    },
    { arbitrary: { runs: 5000 } }
  )

  it("has everything where it has no bounds", () => {
    assert.deepStrictEqual(toStoredRange(ranged, {}), {
      collection: "collection",
      index: undefined,
      from: undefined,
      below: undefined
    })
  })

  it("ends behind everything that begins with a number", () => {
    const { below } = toStoredRange(ranged, { index: "byTime", through: [9] })
    assert.isBelow(KeyOrder(encodeKey([9, "\u{10ffff}"]), below!), 0)
    assert.isAtLeast(KeyOrder(encodeKey([9.000000000000002]), below!), 0)
  })
})
