/** Rows of reports that the marketplace's own side tells. */
import { ReportKind, type ReportRows } from "@sellerkit/core"
import { reportOperations } from "@sellerkit/core/operator"
import { Effect } from "effect"
import { decodeInput } from "../InputInvalid.ts"
import type { Run } from "../Run.ts"
import { about, decodeSeller, type Seller } from "../Seller.ts"
import { linesOf, type RecordedStatistics } from "./SellerkitCampaigns.ts"

/** Every method rejects with `InputInvalid` or `StorageError`. */
export interface SellerkitReports {
  /**
   * Rows of a report, each in place of the one with its key. Good rows are stored, and others are refused. Sellers see them after the
   * next refresh. The same rows again change nothing.
   */
  record<Kind extends ReportKind>(
    seller: Seller,
    kind: Kind,
    rows: ReadonlyArray<ReportRows[Kind]>
  ): Promise<RecordedStatistics>
}

const decodeKind = decodeInput(ReportKind, "kind")

const record = Effect.fnUntraced(function* (seller: Seller, given: ReportKind, rows: ReadonlyArray<unknown>) {
  const account = yield* decodeSeller(seller)
  const kind = yield* decodeKind(given)
  return yield* (yield* reportOperations).record({ ...about(account, { kind }), payload: yield* linesOf(rows) })
})

export const makeReports = (run: Run): SellerkitReports => ({
  record: (seller, kind, rows) => run(record(seller, kind, rows))
})
