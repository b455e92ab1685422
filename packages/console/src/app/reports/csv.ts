/** Rows as a spreadsheet reads them (RFC 4180). */

export type Cells = Readonly<Record<string, unknown>>

export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** A text that begins so would be calculated by the spreadsheet, whoever wrote it. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)

const cell = (value: unknown): string => {
  const text = textOf(value)
  const harmless = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvOf = (columns: ReadonlyArray<string>, rows: ReadonlyArray<Cells>): string =>
  [columns.map(cell), ...rows.map((row) => columns.map((column) => cell(row[column])))]
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("")
