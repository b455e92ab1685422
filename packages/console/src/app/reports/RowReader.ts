/** Finds the objects at one depth of a text of JSON that arrives in parts, without reading what is in them. */
export class RowReader {
  readonly #rowDepth: number
  #pending = ""
  #looked = 0
  #depth = 0
  #start = 0
  #isInText = false
  #isEscaped = false

  /** 1: those that are in no other object. */
  constructor(rowDepth = 1) {
    this.#rowDepth = rowDepth
  }

  /** The texts of the objects that are complete now. */
  read(part: string): ReadonlyArray<string> {
    const text = this.#pending + part
    const rows: Array<string> = []
    for (let at = this.#looked; at < text.length; at++) {
      const row = this.#look(text, at)
      if (row !== undefined) rows.push(row)
    }
    const kept = this.#depth < this.#rowDepth ? text.length : this.#start
    this.#pending = text.slice(kept)
    this.#looked = text.length - kept
    this.#start -= kept
    return rows
  }

  #look(text: string, at: number): string | undefined {
    const letter = text[at]
    if (this.#isInText) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (letter === "\\") this.#isEscaped = true
      else if (letter === '"') this.#isInText = false
      return undefined
    }
    if (letter === '"') this.#isInText = true
    else if (letter === "{" && ++this.#depth === this.#rowDepth) this.#start = at
    else if (letter === "}" && this.#depth-- === this.#rowDepth) return text.slice(this.#start, at + 1)
    return undefined
  }
}
