/**
 * A text that is passed on more often than it is read: as a string, or in UTF-8, as whoever gives it has it. Rows of an answer are sent
 * as they are stored; to make strings of thousands of them, and bytes of those again, is a third of what sending them takes.
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
