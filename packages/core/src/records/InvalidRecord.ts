/** What no storage keeps. Every driver refuses the same. */
import { Schema } from "effect"

/**
 * Thrown, so that it becomes a defect where it is not caught: features check what comes from outside before they make a key or
 * a record of it.
 */
export class InvalidRecord extends Schema.TaggedError<InvalidRecord>()("InvalidRecord", { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

const bytes = new TextEncoder()

/** Whether a text takes more bytes (UTF-8). One character is three bytes at most, or four for two. */
export const isLonger = (text: string, most: number): boolean =>
  text.length * 3 > most && bytes.encode(text).length > most
