/** Keys for properties: few characters and numbers, so that many have the same beginnings, and those that are hard to order. */
import { Schema } from "effect"
import type { KeyParts } from "../../src/records/Key.ts"

const whole = [..."\0\u0001\u0002\u0003\u000603abf~я\ud7ff\ue000\uffff\u{10000}😀\u{10ffff}"]

// They may come together to a pair.
const halves = ["\ud800", "\udbff", "\udc00", "\udfff"]

const characters = Schema.Literals([...whole, ...halves])

export const AnyText = Schema.Array(characters).check(Schema.isMaxLength(4))

export const AnyNumber = Schema.Union([
  Schema.Literals([0, -0, 1, -1, 0.5, -0.5, 2, 10, 1e21, -1e21, 5e-324, -5e-324, Number.MAX_SAFE_INTEGER]),
  Schema.Finite
])

/** At each place there is always the same: a text, a number, a text. */
export const AnyKey = Schema.Struct({
  first: AnyText,
  second: AnyNumber,
  third: AnyText,
  length: Schema.Literals([0, 1, 2, 3])
})

export const partsOf = ({ first, length, second, third }: typeof AnyKey.Type): KeyParts =>
  [first.join(""), second, third.join("")].slice(0, length)
