/** Statistics reports: what the marketplace's own side tells, and what sellers read. */
import { Context, Effect, Layer } from "effect"
import type { Account } from "../access/Account.ts"
import { Records } from "../records/Records.ts"
import type { Recorded } from "../statistics/Statistics.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { ReportKind, ReportRows } from "./ReportKind.ts"
import { makeReportRecording } from "./reportRecording.ts"

export class Reports extends Context.Service<
  Reports,
  {
    /**
     * Rows of a kind, each in place of the one with its key, written in parts: they become visible at the next refresh. `changed` is
     * how many are other than before.
     */
    record<Kind extends ReportKind>(
      account: Account,
      kind: Kind,
      rows: ReadonlyArray<ReportRows[Kind]>
    ): Effect.Effect<Recorded, StorageError>
  }
>()("@sellerkit/core/reports/Reports") {
  static readonly layer: Layer.Layer<Reports, never, Records> = Layer.effect(
    Reports,
    Effect.map(Records, (records) => Reports.of({ record: makeReportRecording(records) }))
  )
}
