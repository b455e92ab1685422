/** Rows of reports as answers. */
import { Stream } from "effect"
import { answerRows, type StreamedRowsOptions } from "../../http/streaming/answerRows.ts"
import { stringOf } from "../../storage/RawText.ts"
import type { ReportKind } from "../ReportKind.ts"
import type { ShownRows } from "../ReportSource.ts"

interface Written extends StreamedRowsOptions {
  /** Names the report in its validator. */
  readonly kind: ReportKind
  /** What the answer shows of a row, where that is not all of it. */
  readonly view?: (row: string) => string
}

export const rowsAnswer = ({ revision, rows }: ShownRows, { kind, view, ...options }: Written) =>
  answerRows(
    {
      validator: revision === undefined ? undefined : `${kind}-${revision}`,
      rows: view === undefined ? rows : Stream.map(rows, (row) => view(stringOf(row)))
    },
    options
  )
