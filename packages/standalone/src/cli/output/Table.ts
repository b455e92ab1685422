/** Rows with aligned columns, which fit the terminal: cells that are too long go on below. */
import { CliOutput } from "effect/cli"
import type { Screen, Style } from "./Output.ts"

/** A text, or one in a style. */
export type Cell = string | readonly [style: Style, text: string]
type Row = ReadonlyArray<Cell>

const gap = 2

// our choice: ids (36 characters) and times stay whole, so that they can be copied; longer words are broken.
const longestWord = 36

const textOf = (cell: Cell): string => (typeof cell === "string" ? cell : cell[1])

const graphemes = new Intl.Segmenter()

/** A word in pieces that fit. */
const broken = (word: string, width: number): ReadonlyArray<string> => {
  if (CliOutput.displayWidth(word) <= width) return [word]
  const pieces = [""]
  for (const { segment } of graphemes.segment(word)) {
    const longer = pieces.at(-1)! + segment
    if (CliOutput.displayWidth(longer) > width) pieces.push(segment)
    else pieces[pieces.length - 1] = longer
  }
  return pieces
}

/** The text in lines that fit, broken between words where there are any. */
const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  if (CliOutput.displayWidth(text) <= width) return [text]
  const lines: Array<string> = []
  for (const word of text.split(" ").flatMap((word) => broken(word, width))) {
    const line = lines.at(-1)
    const longer = line === undefined ? word : `${line} ${word}`
    if (line === undefined || CliOutput.displayWidth(longer) > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

const shortestWidth = (text: string): number =>
  Math.min(longestWord, Math.max(...text.split(" ").map(CliOutput.displayWidth)))

/** The largest of what `measure` says of the cells of each column. */
const largest = (rows: ReadonlyArray<Row>, measure: (text: string) => number): Array<number> => {
  const found: Array<number> = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      found[column] = Math.max(found[column] ?? 0, measure(textOf(cell)))
    }
  }
  return found
}

const total = (widths: ReadonlyArray<number>): number =>
  widths.reduce((sum, width) => sum + width, gap * (widths.length - 1))

/** Takes from the widest column that can give, until all of them fit or none can. */
const fitting = (rows: ReadonlyArray<Row>, columns: number): ReadonlyArray<number> => {
  const widths = largest(rows, CliOutput.displayWidth)
  const shortest = largest(rows, shortestWidth)
  while (total(widths) > columns) {
    const slack = widths.map((width, column) => (width > shortest[column]! ? width : 0))
    const widest = Math.max(...slack)
    if (widest === 0) break
    widths[slack.indexOf(widest)] = widest - 1
  }
  return widths
}

const pad = (text: string, width: number): string => " ".repeat(Math.max(0, width - CliOutput.displayWidth(text)))

export const table = (rows: ReadonlyArray<Row>, { columns, paint }: Screen): string => {
  const widths = fitting(rows, columns)
  return rows
    .flatMap((row) => {
      const cells = row.map((cell, column) => wrapped(textOf(cell), widths[column]!))
      const height = Math.max(...cells.map((lines) => lines.length))
      return Array.from({ length: height }, (_, line) =>
        row
          .map((cell, column) => {
            const text = cells[column]![line] ?? ""
            const shown = typeof cell === "string" || text === "" ? text : paint(cell[0], text)
            return column === row.length - 1 ? shown : shown + pad(text, widths[column]!)
          })
          .join(" ".repeat(gap))
          .trimEnd()
      )
    })
    .join("\n")
}
