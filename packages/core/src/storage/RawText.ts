/**
 * A text that is seldom read, and mostly passed on: a string, or bytes in UTF-8. A storage gives what it has. Rows of an answer are sent
 * as they are stored. Making a string of each row, and bytes of that string, takes a third of the time of sending it.
 */

/** A text in UTF-8, however its bytes are kept. */
export interface Utf8Text {
  /** Bytes. */
  readonly length: number
  byteAt(place: number): number
  /** The text from a byte on. */
  from(place: number): Utf8Text
  /** Copies as many bytes as fit behind `at`, and gives how many. */
  copyInto(target: Uint8Array, at: number): number
  toString(): string
}

/** Its `length` is in characters or in bytes, so that places in it are those of `codeAt` and `textFrom` for this text alone. */
export type RawText = string | Utf8Text

export const stringOf = (text: RawText): string => (typeof text === "string" ? text : text.toString())

/** What stands at a place: a character of ASCII, or something else. Places are those of `textFrom`, and of no other text. */
export const codeAt = (text: RawText, place: number): number =>
  typeof text === "string" ? text.charCodeAt(place) : text.byteAt(place)

export const textFrom = (text: RawText, place: number): RawText =>
  typeof text === "string" ? text.slice(place) : text.from(place)
