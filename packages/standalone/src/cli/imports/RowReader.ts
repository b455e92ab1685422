/** Reads rows line by line: those of NDJSON, or the elements of a JSON array, as the input begins. */
import type { Row } from "./Row.ts"

/** Where the text of JSON that begins before `from` ends; -1 where it has no end. */
const endOfText = (line: string, from: number): number => {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '"') return at
    if (line[at] === "\\") at++
  }
  return -1
}

const between = /[^[\]{},"]+/y

/** Texts of JSON, brackets, commas, and what is between them. A text of JSON never goes over lines, and may have millions of letters. */
function* partsOf(line: string): Generator<string> {
  let hasOpenText = false
  for (let at = 0, end = 0; at < line.length; at = end) {
    between.lastIndex = at
    const textEnd: number = line[at] === '"' && !hasOpenText ? endOfText(line, at + 1) : at
    hasOpenText ||= textEnd === -1
    if (textEnd > at) end = textEnd + 1
    else end = between.test(line) ? between.lastIndex : at + 1
    yield line.slice(at, end)
  }
}

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
    for (const part of partsOf(text)) {
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
