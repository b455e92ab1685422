/** Lines of a text that comes in pieces, each of a bounded length: the rest of a longer one is thrown away. */

export interface TextLine {
  /** From 1. */
  readonly line: number
  readonly text: string
  /** What is thrown away is missing at its end. */
  readonly isCut: boolean
}

// our choice: several times as much as the fields of a row may hold together.
export const longestLine = 65_536

const withoutReturn = (text: string): string => (text.endsWith("\r") ? text.slice(0, -1) : text)

export class TextLines {
  #line = 0
  #begun = ""
  #isCut = false

  /** The lines that end in the piece. */
  read(piece: string): ReadonlyArray<TextLine> {
    const parts = piece.split("\n")
    const lines: Array<TextLine> = []
    for (let index = 0; index < parts.length - 1; index++) {
      this.#append(parts[index]!)
      lines.push(this.#take())
    }
    this.#append(parts.at(-1)!)
    return lines
  }

  /** The line that the text ends in, unless that is empty. */
  end(): ReadonlyArray<TextLine> {
    return this.#begun === "" ? [] : [this.#take()]
  }

  /** The number of the line that comes next. */
  get next(): number {
    return this.#line + 1
  }

  #append(part: string): void {
    const text = this.#begun === "" ? part : this.#begun + part
    this.#isCut ||= text.length > longestLine
    this.#begun = this.#isCut ? text.slice(0, longestLine) : text
  }

  #take(): TextLine {
    const line = { line: ++this.#line, text: withoutReturn(this.#begun), isCut: this.#isCut }
    this.#begun = ""
    this.#isCut = false
    return line
  }
}
