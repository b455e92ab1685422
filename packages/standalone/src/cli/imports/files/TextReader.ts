/** Reads a text that comes in pieces as rows, by a format that has a row in each line. */
import { Result } from "effect"
import type { FileRow, UnreadableRow } from "./FileRow.ts"
import { longestLine, type TextLine, TextLines } from "./TextLines.ts"

export interface LineFormat {
  /** Looks at the first line that is not blank. A failure says why nothing of the file can be read. */
  begin(line: TextLine): Result.Result<"header" | "row", string>
  row(line: TextLine): FileRow
}

// our choice: enough to find the line by, of one that is as long as an attacker likes.
const mostShown = 1000

const unreadable = ({ line, text }: TextLine, reason: string): UnreadableRow => ({
  line,
  field: "",
  reason,
  row: text.slice(0, mostShown)
})

/** What decoders put in place of bytes that are no character. */
const replacement = "\uFFFD"

/** Why a line cannot be read in any format. */
const lineProblem = ({ isCut, text }: TextLine): string | undefined => {
  if (isCut) return `Expected at most ${longestLine} characters in a line`
  if (text.includes(replacement)) return "Expected text in the encoding of the file: some of its bytes are no character"
  return undefined
}

export class TextReader {
  readonly #lines = new TextLines()
  readonly #format: LineFormat
  readonly #after: number
  #hasBegun = false

  /** `after`: rows up to this line are not wanted again. */
  constructor(format: LineFormat, after: number) {
    this.#format = format
    this.#after = after
  }

  read(piece: string): Result.Result<ReadonlyArray<FileRow>, string> {
    return this.#rowsOf(this.#lines.read(piece))
  }

  /** The last row. `cut` says why the text ends before its end; the line that it ends in is then no row. */
  end(cut?: string): Result.Result<ReadonlyArray<FileRow>, string> {
    const last = this.#lines.end()
    if (cut === undefined) return this.#rowsOf(last)
    const line = last[0] ?? { line: this.#lines.next, text: "", isCut: false }
    return Result.succeed(line.line <= this.#after ? [] : [unreadable(line, cut)])
  }

  #rowsOf(lines: ReadonlyArray<TextLine>): Result.Result<ReadonlyArray<FileRow>, string> {
    const rows: Array<FileRow> = []
    for (const line of lines) {
      if (line.text.trim() === "") continue
      const problem = lineProblem(line)
      if (!this.#hasBegun) {
        const begun = this.#format.begin(line)
        if (Result.isFailure(begun)) return Result.fail(begun.failure)
        this.#hasBegun = true
        if (begun.success === "header") continue
      }
      if (line.line <= this.#after) continue
      rows.push(problem === undefined ? this.#format.row(line) : unreadable(line, problem))
    }
    return Result.succeed(rows)
  }
}
