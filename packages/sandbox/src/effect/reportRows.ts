/** Rows of reports that a test puts in. */
import { type ReportKind, reportKinds, type ReportRows } from "@sellerkit/core"
import { Data, Schema } from "effect"

/** Rows of a report in any of the forms that they are told in. */
export type ReportRowsOptions<Kind extends ReportKind> = ReadonlyArray<ReportRows[Kind]>

/** Why rows of a report cannot be recorded. None of them was. */
export class ReportRowsRefused extends Data.TaggedError("ReportRowsRefused")<{ readonly reason: string }> {
  override get message() {
    return `The rows cannot be recorded: ${this.reason}`
  }
}

export const decodeRows = <Kind extends ReportKind>(kind: Kind, rows: ReadonlyArray<unknown>) =>
  Schema.decodeUnknownEffect(Schema.Array(reportKinds[kind].row), { errors: "all" })(rows)
