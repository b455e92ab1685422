/** A row of a file, in whatever form it is written there. */
import type { RefusedRow, Row } from "../Row.ts"

/** `line`: in Parquet, which has no lines, the number of the row. */
export interface ReadRow extends Row {
  /** What its text says. */
  readonly value: Readonly<Record<string, unknown>>
}

/** A row that cannot be read. */
export interface UnreadableRow extends RefusedRow {
  /** What is there instead, as far as it is known. */
  readonly row: unknown
}

export type FileRow = ReadRow | UnreadableRow

export const isUnreadable = (row: FileRow): row is UnreadableRow => "reason" in row
