/**
 * Port: where the rows of reports come from. Without it that is what was recorded (`Reports.record`); an embedder that has them in
 * a database of its own provides this. Rows are texts of JSON, with the fields of the kind (`reportKinds`) in their order: they are
 * sent as they are, while they are read.
 */
import { Context, type Effect, type Stream } from "effect"
import type { Account } from "../access/Account.ts"
import type { RawText } from "../storage/RawText.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { ReportKind } from "./ReportKind.ts"

/** The rows of one answer, as of one moment: a row that changes while they are read is in them once. */
export interface ShownRows {
  readonly rows: Stream.Stream<RawText, StorageError>
  /**
   * Changes when an answer to the same request changes, and is sent as the `ETag` of the answer; absent: it is not known. Letters,
   * digits, `-` and `.`.
   */
  readonly revision?: string | undefined
}

type Shown = Effect.Effect<ShownRows, StorageError>

/** Reports whose rows have a time of their last change. */
export type ChangingKind = Exclude<ReportKind, "realization">

/** Reports that can be asked for one day. */
export type DatedKind = "orders" | "sales"

export interface StocksAsked {
  /** Only these products, where there are any. */
  readonly nmIds: ReadonlyArray<number>
  /** Only these sizes, where there are any. */
  readonly chrtIds: ReadonlyArray<number>
  readonly limit: number
  /** How many rows are skipped before the first. */
  readonly offset: number
}

export interface RealizationAsked {
  readonly period: "daily" | "weekly"
  /** Days in Moscow, both included, by which rows are chosen (`rr_dt`). */
  readonly from: string
  readonly to: string
  /** The `rrd_id` of the row after which the answer begins; 0: at the first. */
  readonly after: number
  readonly limit: number
}

export class ReportSource extends Context.Service<
  ReportSource,
  {
    /**
     * Rows that were changed at `since` (milliseconds since 1970) or later, those that were changed first at the beginning, at most
     * `limit`. In all methods `refreshed` is the last refresh (milliseconds): rows are shown as they were then.
     */
    changedSince(
      account: Account,
      kind: ChangingKind,
      asked: { readonly since: number; readonly limit: number },
      refreshed: number
    ): Shown
    /** All rows whose `date` is this day in Moscow. */
    ofDay(account: Account, kind: DatedKind, day: string, refreshed: number): Shown
    /** Rows of stocks, always in the same order, one for each size and warehouse. */
    stocks(account: Account, asked: StocksAsked, refreshed: number): Shown
    /** In the order of days and then of `rrd_id`. */
    realization(account: Account, asked: RealizationAsked, refreshed: number): Shown
  }
>()("@sellerkit/core/reports/ReportSource") {}
