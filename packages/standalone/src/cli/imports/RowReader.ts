/** Reads rows line by line: those of NDJSON, or the elements of a JSON array, as the input begins. */
import type { Row } from "./Row.ts"

// A text of JSON, a bracket or comma, or what is between them. A text of JSON never goes over lines.
const token = /"(?:[^"\\]|\\.)*"|[[\]{},]|[^[\]{},"]+|"/g

const isBlank = (text: string): boolean => text.trim() === ""

export class RowReader {
  #line = 0
  #isArray: boolean | undefined
  #depth = 0
  #begun: Row | undefined

  /** The rows that end in the next line. */
  read(text: string): ReadonlyArray<Row> {
    this.#line++
    // A byte order mark is blank as well.
    if (isBlank(text)) return []
    this.#isArray ??= text.trimStart().startsWith("[")
    return this.#isArray ? this.#elements(text) : [{ line: this.#line, text: text.trim() }]
  }

  /** What the input ended in the middle of: an array that has no end is cut off, even between rows. */
  get unfinished(): ReadonlyArray<Row> {
    return this.#depth > 0 || this.#begun !== undefined ? [this.#begun ?? { line: this.#line, text: "" }] : []
  }

  #elements(text: string): ReadonlyArray<Row> {
    const found: Array<Row> = []
    for (const [part] of text.matchAll(token)) {
      const opens = part === "[" || part === "{"
      const closes = part === "]" || part === "}"
      const isOfArray =
        (opens && this.#depth === 0) || (closes && this.#depth === 1) || (part === "," && this.#depth === 1)
      if (isOfArray && this.#begun !== undefined) found.push(this.#begun)
      if (isOfArray) this.#begun = undefined
      else if (this.#begun !== undefined) this.#begun = { ...this.#begun, text: this.#begun.text + part }
      else if (!isBlank(part)) this.#begun = { line: this.#line, text: part }
      if (opens) this.#depth++
      if (closes) this.#depth--
    }
    return found
  }
}
