/** Rows of reports as answers. */
import { Effect, Stream } from "effect"
import { CurrentCaller } from "../../access/Access.ts"
import { accountKey } from "../../access/accountKey.ts"
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

/** The validator names the account too: one address is asked with the tokens of several, whose revisions are the same numbers. */
export const rowsAnswer = ({ revision, rows }: ShownRows, { kind, view, ...options }: Written) =>
  Effect.flatMap(CurrentCaller, ({ owner }) =>
    answerRows(
      {
        validator: revision === undefined ? undefined : `${kind}-${accountKey(owner)}-${revision}`,
        rows: view === undefined ? rows : Stream.map(rows, (row) => view(stringOf(row)))
      },
      options
    )
  )
