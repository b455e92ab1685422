/** Statistics as they are kept. */
import { DateTime, Duration, Schema } from "effect"
import { CampaignId } from "../campaigns/Campaign.ts"
import { collection } from "../records/Collection.ts"
import { Day, startOfDay } from "../time/MoscowTime.ts"
import { type KeywordRow, StatisticsRow } from "./StatisticsRow.ts"

// our choice: the documents do not say how long statistics are kept. Two years, so that a season can be compared with the last.
export const statisticsAreKept = Duration.days(731)

const sinceDay = ({ date }: { readonly date: string }) => DateTime.makeUnsafe(startOfDay(date))

export const statisticsRows = collection("campaignStatistics", {
  schema: StatisticsRow,
  key: ({ advertId, appType, date, nmId }) => [advertId, date, appType, nmId],
  indexes: {},
  since: sinceDay,
  rewritten: true
})

/** What a phrase had, from a time on (milliseconds since 1970). */
const KeywordVersion = Schema.Struct({ at: Schema.Int, views: Schema.Int, clicks: Schema.Int, sum: Schema.Finite })
type KeywordVersion = typeof KeywordVersion.Type

/** A phrase on a day, with what it had before: answers are refreshed later than it is recorded. The oldest version comes first. */
export const KeywordRecord = Schema.Struct({
  advertId: CampaignId,
  date: Day,
  keyword: Schema.String,
  versions: Schema.Array(KeywordVersion)
})
export type KeywordRecord = typeof KeywordRecord.Type

export const keywordRecords = collection("campaignKeywords", {
  schema: KeywordRecord,
  key: ({ advertId, date, keyword }) => [advertId, date, keyword],
  indexes: {},
  since: sinceDay
})

/** What answers that were refreshed last at `refreshed` show of it; undefined: nothing yet. */
export const versionAt = ({ versions }: KeywordRecord, refreshed: number): KeywordVersion | undefined =>
  versions.findLast(({ at }) => at <= refreshed)

/** The record with a row that comes at `now`. Of each interval the last version is enough, and of the time before, one. */
export const withVersion = (
  known: KeywordRecord | undefined,
  { advertId, clicks, date, keyword, sum, views }: KeywordRow,
  now: number,
  { longest, shortest }: { readonly shortest: number; readonly longest: number }
): KeywordRecord => {
  const versions = [...(known?.versions ?? []), { at: now, views, clicks, sum }]
  const oldest = Math.floor(now / longest) * longest
  const intervalOf = (at: number) => Math.ceil(at / shortest)
  const kept = versions.filter(({ at }, index) => {
    const next = versions[index + 1]?.at
    return next === undefined || (next > oldest && intervalOf(next) !== intervalOf(at))
  })
  return { advertId, date, keyword, versions: kept }
}
