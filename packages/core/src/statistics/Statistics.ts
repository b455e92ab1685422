/** The statistics of campaigns: what the marketplace's own side tells, and what answers are made of. */
import { Array, Context, Duration, Effect, Layer, Result, Schema } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { Account } from "../access/Account.ts"
import type { CampaignNotFound } from "../campaigns/CampaignErrors.ts"
import { type CampaignIntervals, CurrentIntervals } from "../campaigns/CampaignIntervals.ts"
import { type CampaignWrites, type Edit, makeCampaignWrites } from "../campaigns/CampaignWrites.ts"
import { charge } from "../campaigns/spending.ts"
import { costs } from "../funds/fundRecords.ts"
import { hundredths } from "../funds/Money.ts"
import * as Lookup from "../records/Lookup.ts"
import { put, type Records } from "../records/Records.ts"
import { periodInForce } from "../retention/Retention.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { dayProblem } from "./keptDays.ts"
import { mostSpent, spendingRoom } from "./spendingRoom.ts"
import { about, partedBy, type RecordedRows, together, type WrittenRows } from "./Recorded.ts"
import {
  type KeywordRecord,
  keywordRecords,
  statisticsAreKept,
  statisticsRows,
  withVersion
} from "./statisticsRecords.ts"
import { type KeywordRow, StatisticsRow } from "./StatisticsRow.ts"
import { currentStatisticsSource, type StatisticsSource } from "./StatisticsSource.ts"

/** How often answers about phrases are refreshed (Seller Statistics Reports, Promotion operations). */
export const refreshIntervals = {
  clusters: Duration.minutes(15),
  keyPhrases: Duration.minutes(30),
  keywords: Duration.hours(1)
} as const

const versionIntervals = {
  shortest: Duration.toMillis(refreshIntervals.clusters),
  longest: Duration.toMillis(refreshIntervals.keywords)
}

// our choice: rows of one campaign in one write.
const mostAtOnce = 200

const isSame = Schema.toEquivalence(StatisticsRow)

const keyOf = ({ advertId, appType, date, nmId }: StatisticsRow) => [advertId, date, appType, nmId] as const

/** Of several rows with the same key the last one. */
const lastOf = <Row>(
  rows: ReadonlyArray<Row>,
  key: (row: Row) => ReadonlyArray<number | string>
): ReadonlyArray<Row> => [...new Map(rows.map((row) => [JSON.stringify(key(row)), row])).values()]

const keyText = (key: ReadonlyArray<number | string>): string => JSON.stringify(key)

/** One write of rows of one campaign, with what they say that it has spent. */
const recordRows =
  ({ editWith }: CampaignWrites, intervals: CampaignIntervals, period: Duration.Duration) =>
  (account: Account, advertId: number, given: ReadonlyArray<StatisticsRow>) =>
    editWith(
      account,
      advertId,
      Lookup.many(statisticsRows, lastOf(given, keyOf).map(keyOf)),
      (financed, now, found): Result.Result<Edit<WrittenRows>> => {
        const known = new Map(found.map((row) => [keyText(keyOf(row)), row]))
        const before = (row: StatisticsRow) => known.get(keyText(keyOf(row)))
        const moreIn = (row: StatisticsRow) => hundredths(row.sum) - hundredths(before(row)?.sum ?? 0)
        const sumProblem = spendingRoom(mostSpent - financed.budget.spent)
        const { refused, taken } = partedBy(
          given,
          (row) => dayProblem(row.date, now, period) ?? sumProblem(moreIn(row))
        )
        const other = lastOf(taken, keyOf).filter((row) => {
          const kept = before(row)
          return kept === undefined || !isSame(kept, row)
        })
        const spent = other.reduce((sum, row) => sum + moreIn(row), 0)
        const charged = charge(financed, spent, now, intervals)
        return Result.succeed({
          answer: { accepted: taken.length, changed: other.length, refused },
          financed: charged.financed,
          exhausted: charged.exhausted,
          changes: [...other.map((row) => put(statisticsRows, row)), ...charged.costs.map((cost) => put(costs, cost))]
        })
      }
    ).pipe(Effect.map(about(given)))

const keywordKey = ({ advertId, date, keyword }: Omit<KeywordRecord, "versions">) => [advertId, date, keyword] as const

const recordKeywords =
  ({ editWith }: CampaignWrites, period: Duration.Duration) =>
  (account: Account, advertId: number, given: ReadonlyArray<KeywordRow>) =>
    editWith(
      account,
      advertId,
      Lookup.many(keywordRecords, lastOf(given, keywordKey).map(keywordKey)),
      (financed, now, found): Result.Result<Edit<WrittenRows>> => {
        const { refused, taken } = partedBy(given, ({ date }) => dayProblem(date, now, period))
        const known = new Map(found.map((record) => [keyText(keywordKey(record)), record]))
        const before = (row: KeywordRow) => known.get(keyText(keywordKey(row)))
        const other = lastOf(taken, keywordKey).filter((row) => {
          const last = before(row)?.versions.at(-1)
          return last === undefined || last.views !== row.views || last.clicks !== row.clicks || last.sum !== row.sum
        })
        return Result.succeed({
          answer: { accepted: taken.length, changed: other.length, refused },
          financed,
          changes: other.map((row) => put(keywordRecords, withVersion(before(row), row, now, versionIntervals)))
        })
      }
    ).pipe(Effect.map(about(given)))

type Failure = CampaignNotFound | StorageError

/** Many rows of a campaign, in writes of a bounded size. */
const inParts =
  <Row>(
    write: (account: Account, advertId: number, rows: ReadonlyArray<Row>) => Effect.Effect<RecordedRows<Row>, Failure>
  ) =>
  (account: Account, advertId: number, rows: ReadonlyArray<Row>): Effect.Effect<RecordedRows<Row>, Failure> =>
    Effect.map(
      Effect.forEach(Array.chunksOf(rows, mostAtOnce), (some) => write(account, advertId, some)),
      together
    )

const make = Effect.gen(function* () {
  const intervals = yield* CurrentIntervals
  const writes = yield* makeCampaignWrites
  const source = yield* currentStatisticsSource
  const rowsAreKept = yield* periodInForce("campaignStatistics", statisticsAreKept)
  const keywordsAreKept = yield* periodInForce("campaignKeywords", statisticsAreKept)
  return Statistics.of({
    record: Effect.fn("Statistics.record")(inParts(recordRows(writes, intervals, rowsAreKept))),
    recordKeywords: Effect.fn("Statistics.recordKeywords")(inParts(recordKeywords(writes, keywordsAreKept))),
    rows: Effect.fn("Statistics.rows")((account, advertId, days) => source.rows(account, advertId, days)),
    keywords: Effect.fn("Statistics.keywords")((account, advertId, refreshed, days) =>
      source.keywords(account, advertId, refreshed, days)
    )
  })
})

export class Statistics extends Context.Service<
  Statistics,
  {
    /**
     * Rows of one campaign: written in parts, each with what it makes the campaign spend. Those of days that are not kept are
     * refused.
     */
    record(
      account: Account,
      advertId: number,
      rows: ReadonlyArray<StatisticsRow>
    ): Effect.Effect<RecordedRows<StatisticsRow>, CampaignNotFound | StorageError>
    recordKeywords(
      account: Account,
      advertId: number,
      rows: ReadonlyArray<KeywordRow>
    ): Effect.Effect<RecordedRows<KeywordRow>, CampaignNotFound | StorageError>
  } & StatisticsSource["Service"]
>()("@sellerkit/core/statistics/Statistics") {
  static readonly layer: Layer.Layer<Statistics, never, Records | SecureRandom.SecureRandom> = Layer.effect(
    Statistics,
    make
  )
}
