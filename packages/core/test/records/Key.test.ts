/** Keys as texts: what is ordered by bytes is ordered by the parts. */
import { assert, describe, it } from "@effect/vitest"
import { Array, Order } from "effect"
import { InvalidRecord } from "../../src/records/InvalidRecord.ts"
import {
  behindKey,
  behindPrefix,
  decodeNumbers,
  encodeKey,
  KeyOrder,
  type KeyPart,
  type KeyParts
} from "../../src/records/Key.ts"
import { AnyKey, AnyNumber, AnyText, partsOf } from "./anyKeys.ts"

const runs = { arbitrary: { runs: 2000 } }

/** By code point; a half of a surrogate pair stands behind U+0002. */
const ranksOf = (text: string): ReadonlyArray<number> =>
  Array.map([...text], (character) =>
    character.isWellFormed() ? character.codePointAt(0)! : 2 + character.charCodeAt(0) / 0x10000
  )

const TextOrder = Order.mapInput(Array.makeOrder(Order.Number), ranksOf)

const PartOrder: Order.Order<KeyPart> = Order.make((one, other) =>
  typeof one === "number" ? Order.Number(one, other as number) : TextOrder(one, other as string)
)

const PartsOrder: Order.Order<KeyParts> = Array.makeOrder(PartOrder)

const compareBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

const beginsWith = (parts: KeyParts, prefix: KeyParts): boolean =>
  parts.length >= prefix.length && PartsOrder(parts.slice(0, prefix.length), prefix) === 0

describe("a key", () => {
  it.prop(
    "stands where its parts stand",
    [AnyKey, AnyKey],
    (drawn) => {
      const [one, other] = [partsOf(drawn[0]), partsOf(drawn[1])]
      assert.strictEqual(compareBytes(encodeKey(one), encodeKey(other)), PartsOrder(one, other))
    },
    runs
  )

  it.prop(
    "stands where its number stands",
    [AnyNumber, AnyNumber],
    ([one, other]) => {
      assert.strictEqual(compareBytes(encodeKey([one]), encodeKey([other])), Math.sign(one - other) || 0)
    },
    runs
  )

  it.prop(
    "gives its numbers back",
    [AnyNumber, AnyNumber],
    (numbers) =>
      assert.deepStrictEqual(
        decodeNumbers(encodeKey(numbers)),
        numbers.map((number) => number + 0)
      ),
    runs
  )

  it.prop("is a text that every storage keeps as it is", [AnyKey], ([drawn]) => {
    const key = encodeKey(partsOf(drawn))
    assert.isTrue(key.isWellFormed() && !key.includes("\0"))
  })

  it.prop(
    "is compared in JavaScript as its bytes are",
    [AnyText, AnyText],
    (drawn) => {
      const [one, other] = [drawn[0].join("").toWellFormed(), drawn[1].join("").toWellFormed()]
      assert.strictEqual(KeyOrder(one, other), compareBytes(one, other))
    },
    runs
  )

  it.prop(
    "is the last one in front of what is behind its prefix",
    [AnyKey, AnyKey],
    (drawn) => {
      const [prefix, parts] = [partsOf(drawn[0]), partsOf(drawn[1])]
      const behind = behindPrefix(prefix)
      if (behind === undefined) return assert.strictEqual(prefix.length, 0)
      const isInFront = KeyOrder(encodeKey(parts), behind) < 0
      assert.strictEqual(isInFront, beginsWith(parts, prefix) || PartsOrder(parts, prefix) < 0)
    },
    runs
  )

  it.prop(
    "stands in front of the text that is behind it, and no other key in between",
    [AnyKey, AnyKey],
    (drawn) => {
      const [one, other] = [encodeKey(partsOf(drawn[0])), encodeKey(partsOf(drawn[1]))]
      assert.isBelow(KeyOrder(one, behindKey(one)), 0)
      assert.isFalse(KeyOrder(one, other) < 0 && KeyOrder(other, behindKey(one)) < 0)
    },
    runs
  )

  it("has one text for both zeros", () => {
    assert.strictEqual(encodeKey([-0]), encodeKey([0]))
  })

  it.each([
    [[Number.NaN], "A key cannot contain NaN"],
    [[Number.POSITIVE_INFINITY], "A key cannot contain Infinity"],
    [["a", Number.NEGATIVE_INFINITY], "A key cannot contain -Infinity"],
    [["a".repeat(1000)], "A key takes more than 1000 bytes"],
    [["я".repeat(500)], "A key takes more than 1000 bytes"],
    [["\0".repeat(500)], "A key takes more than 1000 bytes"],
    [["😀".repeat(200), "😀".repeat(50)], "A key takes more than 1000 bytes"]
  ])("is refused where it cannot be kept: %j", (parts, reason) => {
    assert.throws(() => encodeKey(parts), InvalidRecord, reason)
  })

  it.each([[["a".repeat(999)]], [["я".repeat(499)]], [["😀".repeat(249)]]])("may take 1,000 bytes: %j", (parts) => {
    assert.isAtMost(Buffer.from(encodeKey(parts)).length, 1000)
  })
})
