/** Statistics reports: what the marketplace's own side tells, and what sellers read. */
import { Context, Effect, Layer, Option, Stream } from "effect"
import type { Account } from "../access/Account.ts"
import { Records } from "../records/Records.ts"
import type { Recorded } from "../statistics/Recorded.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { startOfDay } from "../time/MoscowTime.ts"
import { recordedReports } from "./recordedReports.ts"
import { lastRefresh } from "./refresh.ts"
import { type ReportKind, reportKinds, type ReportRows } from "./ReportKind.ts"
import { makeReportRecording } from "./reportRecording.ts"
import {
  type ChangingKind,
  type DatedKind,
  type RealizationAsked,
  ReportSource,
  type ShownRows,
  type StocksAsked
} from "./ReportSource.ts"

/** Data are available from this day on (Seller Statistics Reports, Statistics reports). */
const firstDay = "2024-01-29"

const make = Effect.gen(function* () {
  const records = yield* Records
  // The embedder's, or what was recorded.
  const source = Option.getOrElse(yield* Effect.serviceOption(ReportSource), () => recordedReports(records))
  return Reports.of({
    record: makeReportRecording(records),
    changedSince: Effect.fn("Reports.changedSince")(function* (account, kind, since) {
      const asked = { since: Math.max(since, startOfDay(firstDay)), limit: reportKinds[kind].most }
      return yield* source.changedSince(account, kind, asked, yield* lastRefresh)
    }),
    ofDay: Effect.fn("Reports.ofDay")(function* (account, kind, day) {
      if (day < firstDay) return { rows: Stream.empty }
      return yield* source.ofDay(account, kind, day, yield* lastRefresh)
    }),
    stocks: Effect.fn("Reports.stocks")(function* (account, asked) {
      return yield* source.stocks(account, asked, yield* lastRefresh)
    }),
    realization: Effect.fn("Reports.realization")(function* (account, { from, ...asked }) {
      const shown = { ...asked, from: from < firstDay ? firstDay : from }
      return yield* source.realization(account, shown, yield* lastRefresh)
    })
  })
})

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
    /** Rows that were changed at `since` (milliseconds since 1970) or later, in the order of their changes. */
    changedSince(account: Account, kind: ChangingKind, since: number): Effect.Effect<ShownRows, StorageError>
    /** All rows of a day in Moscow. */
    ofDay(account: Account, kind: DatedKind, day: string): Effect.Effect<ShownRows, StorageError>
    stocks(account: Account, asked: StocksAsked): Effect.Effect<ShownRows, StorageError>
    realization(account: Account, asked: RealizationAsked): Effect.Effect<ShownRows, StorageError>
  }
>()("@sellerkit/core/reports/Reports") {
  static readonly layer: Layer.Layer<Reports, never, Records> = Layer.effect(Reports, make)
}
