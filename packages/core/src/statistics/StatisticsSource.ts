/**
 * Port: where sellers read what came of their campaigns. Without it that is what was recorded (`Statistics.record`); an embedder
 * that has statistics in a database of its own provides this. What campaigns spend is recorded all the same: it takes their budgets.
 */
import { Clock, Context, Duration, Effect, Option } from "effect"
import type { Account } from "../access/Account.ts"
import * as Lookup from "../records/Lookup.ts"
import { Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { type KeywordRecord, keywordRecords, statisticsRows, versionAt } from "./statisticsRecords.ts"
import { mostAnswerRows } from "./mostAnswerRows.ts"
import type { KeywordRow, StatisticsRow } from "./StatisticsRow.ts"

/** Days in Moscow, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** What a phrase had in a day. */
export type KeywordStatistics = Omit<KeywordRow, "advertId">

// our choice: answers have no pages.
const mostRows = 1_000_000

export class StatisticsSource extends Context.Service<
  StatisticsSource,
  {
    /** Of one campaign, in the order of days, platforms and products. */
    rows(account: Account, advertId: number, days: Days): Effect.Effect<ReadonlyArray<StatisticsRow>, StorageError>
    /** Of one campaign, as of the last refresh of answers that are refreshed so often: of some days, or of all. */
    keywords(
      account: Account,
      advertId: number,
      refreshed: Duration.Duration,
      days?: Days
    ): Effect.Effect<ReadonlyArray<KeywordStatistics>, StorageError>
  }
>()("@sellerkit/core/statistics/StatisticsSource") {}

const shownAt =
  (refreshed: number) =>
  (record: KeywordRecord): ReadonlyArray<KeywordStatistics> => {
    const version = versionAt(record, refreshed)
    return version === undefined ? [] : [{ date: record.date, keyword: record.keyword, ...version }]
  }

const recorded = (records: Records["Service"]): StatisticsSource["Service"] => ({
  rows: (account, advertId, { from, to }) =>
    records.find(
      account,
      Lookup.range(statisticsRows, {
        from: [advertId, from],
        through: [advertId, to],
        // One more, so that it shows when there are too many.
        limit: mostAnswerRows + 1
      })
    ),
  keywords: Effect.fnUntraced(function* (account, advertId, interval, days) {
    const now = yield* Clock.currentTimeMillis
    const length = Duration.toMillis(interval)
    const range = {
      within: [advertId],
      from: days && [advertId, days.from],
      through: days && [advertId, days.to],
      limit: mostRows
    }
    const found = yield* records.find(account, Lookup.range(keywordRecords, range))
    return found.flatMap(shownAt(Math.floor(now / length) * length))
  })
})

/** The embedder's, or what was recorded. */
export const currentStatisticsSource: Effect.Effect<StatisticsSource["Service"], never, Records> = Effect.zipWith(
  Effect.serviceOption(StatisticsSource),
  Records,
  (given, records) => Option.getOrElse(given, () => recorded(records))
)
