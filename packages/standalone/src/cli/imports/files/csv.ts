/**
 * CSV: the first line names the fields, and each other line is a row (RFC 4180). A quoted field ends in the line that it begins
 * in: no field of a row has line breaks, and a quote without an end costs one row.
 */
import { Result } from "effect"
import { type FieldKinds, readField } from "./FieldKind.ts"
import type { FileRow } from "./FileRow.ts"
import type { TextLine } from "./TextLines.ts"
import type { LineFormat } from "./TextReader.ts"

export interface CsvOptions {
  readonly fields: FieldKinds
  readonly hasDecimalComma: boolean
  /** Is told of the columns that are no fields. */
  readonly onUnknown: (columns: ReadonlyArray<string>) => void
}

const delimiters = [",", ";", "\t"] as const

/** The texts of a line; none where a quote has no end, or something comes after it. */
const textsOf = (line: string, delimiter: string): ReadonlyArray<string> | undefined => {
  if (!line.includes('"')) return line.split(delimiter)
  const texts: Array<string> = []
  for (let at = 0; at <= line.length; at++) {
    if (line[at] === '"') {
      let end = line.indexOf('"', at + 1)
      while (end !== -1 && line[end + 1] === '"') end = line.indexOf('"', end + 2)
      if (end === -1 || (end + 1 < line.length && line[end + 1] !== delimiter)) return undefined
      texts.push(line.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
    } else {
      const found = line.indexOf(delimiter, at)
      const end = found === -1 ? line.length : found
      texts.push(line.slice(at, end))
      at = end
    }
  }
  return texts
}

/** That of the first line, where names have none of them. */
const delimiterOf = (header: string): string => {
  const counts = delimiters.map((delimiter) => header.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))]!
}

interface Header {
  readonly delimiter: string
  readonly names: ReadonlyArray<string>
}

const readHeader = ({ text }: TextLine, fields: FieldKinds): Result.Result<Header, string> => {
  const delimiter = delimiterOf(text)
  const names = textsOf(text, delimiter)?.map((name) => name.trim())
  if (names === undefined) return Result.fail("The quotes of its first line do not end")
  const twice = names.find((name, index) => name !== "" && names.indexOf(name) < index)
  if (twice !== undefined) return Result.fail(`Its first line names ${JSON.stringify(twice)} twice`)
  return names.some((name) => Object.hasOwn(fields, name))
    ? Result.succeed({ delimiter, names })
    : Result.fail(`Its first line names none of the fields: ${Object.keys(fields).join(", ")}`)
}

/** For one file, whose first line it keeps in mind. */
export const csv = ({ fields, hasDecimalComma, onUnknown }: CsvOptions): LineFormat => {
  let header: Header = { delimiter: ",", names: [] }
  return {
    begin: (line) =>
      Result.map(readHeader(line, fields), (read) => {
        header = read
        const unknown = read.names.filter((name) => !Object.hasOwn(fields, name))
        if (unknown.length > 0) onUnknown(unknown)
        return "header"
      }),
    row: ({ line, text }): FileRow => {
      const { delimiter, names } = header
      const texts = textsOf(text, delimiter)
      if (texts === undefined) {
        return { line, field: "", reason: "Expected a quoted text to end before the next column", row: text }
      }
      if (texts.length !== names.length) {
        return { line, field: "", reason: `Expected ${names.length} columns, and found ${texts.length}`, row: text }
      }
      const value: Record<string, unknown> = {}
      for (const [index, name] of names.entries()) {
        const kind = Object.hasOwn(fields, name) ? fields[name] : undefined
        if (kind === undefined) continue
        const read = readField(texts[index]!, kind, hasDecimalComma)
        if (Result.isFailure(read)) return { line, field: name, reason: read.failure, row: text }
        if (read.success !== undefined) value[name] = read.success
      }
      return { line, text: JSON.stringify(value), value }
    }
  }
}
