/**
 * Keys as texts that stand in the order of their parts, so that every storage orders and ranges over them alike, byte by byte
 * (UTF-8), and knows nothing of the parts.
 */
import { Order } from "effect"
import { InvalidRecord, isLonger } from "./InvalidRecord.ts"

/** Numbers are finite. Each place of a key always has the same type: a text, or a number. */
export type KeyPart = string | number
export type KeyParts = ReadonlyArray<KeyPart>

// our choice: with an index's value and the record's key in one entry, well below the 2,704 bytes that PostgreSQL can index.
const mostBytes = 1000

// Ends a text, and sorts before every character that a text may continue with. Characters up to the escape are escaped:
// PostgreSQL stores no zero, and no character may look like an end.
const end = "\u0001"
const escape = "\u0002"
const escaped = new RegExp(`[\0-${escape}]|\\p{Surrogate}`, "gu")

// A lone half of a surrogate pair has no bytes in UTF-8. Here it sorts after U+0002 and before U+0003.
const escapeOf = (character: string): string => {
  const code = character.charCodeAt(0)
  return escape + (code <= 2 ? String.fromCharCode(3 + code) : `\u0006${code.toString(16)}`)
}

const bits = new DataView(new ArrayBuffer(8))
const signBit = 0x8000_0000
const digits = 16

const hexadecimalBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

const hexadecimal = (word: number): string =>
  hexadecimalBytes[word >>> 24]! +
  hexadecimalBytes[(word >>> 16) & 255]! +
  hexadecimalBytes[(word >>> 8) & 255]! +
  hexadecimalBytes[word & 255]!

/** Sixteen digits, so that a smaller number is a smaller text: IEEE 754 with its sign turned round. */
const encodeNumber = (number: number): string => {
  if (!Number.isFinite(number)) throw new InvalidRecord({ reason: `A key cannot contain ${number}` })
  bits.setFloat64(0, number === 0 ? 0 : number)
  const [high, low] = [bits.getInt32(0), bits.getInt32(4)]
  return high < 0 ? hexadecimal(~high) + hexadecimal(~low) : hexadecimal(high | signBit) + hexadecimal(low)
}

const decodeNumber = (text: string): number => {
  const high = Number.parseInt(text.slice(0, digits / 2), 16)
  const low = Number.parseInt(text.slice(digits / 2), 16)
  const isNegative = high < signBit
  bits.setInt32(0, isNegative ? ~high : high ^ signBit)
  bits.setInt32(4, isNegative ? ~low : low)
  return bits.getFloat64(0)
}

const encodePart = (part: KeyPart): string =>
  typeof part === "number" ? encodeNumber(part) : part.replace(escaped, escapeOf) + end

/** Throws `InvalidRecord` where a number is not finite, or where the whole key takes too many bytes. */
export const encodeKey = (parts: KeyParts): string => {
  let text = ""
  for (const part of parts) text += encodePart(part)
  if (isLonger(text, mostBytes)) throw new InvalidRecord({ reason: `A key takes more than ${mostBytes} bytes` })
  return text
}

/** The parts of a key that has only numbers. */
export const decodeNumbers = (key: string): ReadonlyArray<number> =>
  Array.from({ length: key.length / digits }, (_, index) =>
    decodeNumber(key.slice(index * digits, (index + 1) * digits))
  )

/** The first text after all keys that begin with these parts; undefined without parts, because every key begins with none. */
export const behindPrefix = (parts: KeyParts): string | undefined => {
  const prefix = encodeKey(parts)
  // Parts end with a digit, or with the end of a text.
  return prefix === "" ? undefined : prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
}

/** The first text after a key. Texts that begin with the parts of the key come after it. */
export const behindKey = (key: string): string => key + end

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

/** The order of bytes, for storages that compare in JavaScript. JavaScript puts two-unit characters before U+E000 to U+FFFF. */
export const KeyOrder: Order.Order<string> = Order.make((left, right) => {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const one = left.charCodeAt(index)
    const other = right.charCodeAt(index)
    if (one === other) continue
    if (isSurrogate(one) !== isSurrogate(other) && one >= 0xd800 && other >= 0xd800) return isSurrogate(one) ? 1 : -1
    return one < other ? -1 : 1
  }
  return Order.Number(left.length, right.length)
})
