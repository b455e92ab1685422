/** Statistics of banners that the marketplace's own side tells: each write has what it makes the campaign spend. */
import { Array, Clock, Duration, Effect, Result, Schema } from "effect"
import type { Account } from "../access/Account.ts"
import { hundredths, mostRoubles } from "../funds/Money.ts"
import * as Lookup from "../records/Lookup.ts"
import { put, type Records } from "../records/Records.ts"
import { dayProblem } from "../statistics/keptDays.ts"
import { about, partedBy, type RowProblem, together } from "../statistics/Recorded.ts"
import { mostSpent, spendingRoom } from "../statistics/spendingRoom.ts"
import { AppType } from "../statistics/StatisticsRow.ts"
import { moscowDay } from "../time/MoscowTime.ts"
import type { MediaCampaign } from "./MediaCampaign.ts"
import { MediaItemNotFound } from "./MediaErrors.ts"
import { mediaCampaigns, mediaStatisticsRows } from "./mediaRecords.ts"
import { chargeMedia, countMedia } from "./mediaSpending.ts"
import { MediaStatisticsRow } from "./MediaStatisticsRow.ts"
import type { MediaEdit } from "./mediaWrites.ts"

// our choice: rows of one campaign in one write.
const mostAtOnce = 200

// our choice: no call is under way for longer.
const longestCall = Duration.toMillis(Duration.hours(1))

const isSame = Schema.toEquivalence(MediaStatisticsRow)

const rowKey = ({ advertId, appType, date, itemId }: MediaStatisticsRow) => [advertId, date, itemId, appType] as const

const keyText = (key: ReadonlyArray<number | string>): string => JSON.stringify(key)

/** Roubles by banner. */
const spentBy = (rows: Iterable<MediaStatisticsRow>): ReadonlyMap<number, number> => {
  const spent = new Map<number, number>()
  for (const { itemId, sum } of rows) spent.set(itemId, (spent.get(itemId) ?? 0) + hundredths(sum))
  return new Map([...spent].map(([itemId, sum]) => [itemId, sum / 100]))
}

/** What is wrong with rows of banners that the campaign does not have: no statistics would show them. `found`: what may be put right. */
const bannerProblem = ({ items }: MediaCampaign, found: ReadonlyArray<MediaStatisticsRow>) => {
  const banners = new Set(items.map(({ id }) => id))
  const kept = new Set(found.map((row) => keyText(rowKey(row))))
  return (row: MediaStatisticsRow): RowProblem | undefined => {
    const { itemId } = row
    return banners.has(itemId) || kept.has(keyText(rowKey(row)))
      ? undefined
      : { field: "itemId", reason: new MediaItemNotFound({ itemId }).message }
  }
}

/** Hundredths of a rouble that it may spend more. What is charged becomes part of its expenses, which are a sum of roubles. */
const roomOf = ({ charged, expenses, spent }: MediaCampaign): number =>
  Math.min(mostSpent, (mostRoubles - expenses + charged) * 100) - spent

/** What rows of one write make of a campaign, and those that are stored. `found`: what was known of them, and of all banners today. */
const recorded = (
  campaign: MediaCampaign,
  taken: ReadonlyArray<MediaStatisticsRow>,
  found: ReadonlyArray<MediaStatisticsRow>,
  now: number
) => {
  const last = new Map(taken.map((row) => [keyText(rowKey(row)), row]))
  const before = new Map(found.map((row) => [keyText(rowKey(row)), row]))
  const today = moscowDay(now)
  const other = [...last].flatMap(([key, row]) => {
    const kept = before.get(key)
    const more = hundredths(row.sum) - hundredths(kept?.sum ?? 0)
    return kept !== undefined && isSame(kept, row) ? [] : [{ more, row }]
  })
  if (other.length === 0) return { campaign, rows: [] }
  const spent = other.reduce((sum, { more }) => sum + more, 0)
  const ofToday = [...new Map([...before, ...last]).values()].filter(({ date }) => date === today)
  // What is put right spends nothing. Limits are those of today: they may be reached although another day has spent less.
  const isSpending = spent > 0 || other.some(({ more, row }) => more > 0 && row.date === today)
  return {
    campaign: (isSpending ? chargeMedia : countMedia)(campaign, spent, spentBy(ofToday), now),
    rows: other.map(({ row }) => row)
  }
}

/** `period`: how long rows are kept. */
export const recording = (records: Records["Service"], edit: MediaEdit, period: Duration.Duration) => {
  const record = Effect.fnUntraced(function* (
    account: Account,
    advertId: number,
    rows: ReadonlyArray<MediaStatisticsRow>
  ) {
    const time = yield* Clock.currentTimeMillis
    // Before midnight in Moscow also the next day, which may have begun when it is written.
    const days = new Set([moscowDay(time), moscowDay(time + longestCall)])
    const [kept] = yield* records.find(account, Lookup.many(mediaCampaigns, [[advertId]]))
    // Limits count what all banners spend today.
    const ofItems = (kept?.items ?? []).flatMap(({ id }) =>
      AppType.literals.flatMap((appType) => [...days].map((day) => [advertId, day, id, appType] as const))
    )
    const known = Lookup.many(mediaStatisticsRows, [...rows.map(rowKey), ...ofItems])
    const written = yield* edit(account, advertId, "asked", known, (campaign, now, found) => {
      const problemOf = bannerProblem(campaign, found)
      const sums = new Map(found.map((row) => [keyText(rowKey(row)), row.sum]))
      const sumProblem = spendingRoom(roomOf(campaign))
      const { refused, taken } = partedBy(
        rows,
        (row) =>
          dayProblem(row.date, now, period) ??
          problemOf(row) ??
          sumProblem(hundredths(row.sum) - hundredths(sums.get(keyText(rowKey(row))) ?? 0))
      )
      const after = recorded(campaign, taken, found, now)
      return Result.succeed({
        answer: { accepted: taken.length, changed: after.rows.length, refused },
        campaign: after.campaign,
        changes: after.rows.map((row) => put(mediaStatisticsRows, row))
      })
    })
    return about(rows)(written)
  })

  return {
    record: Effect.fn("MediaCampaigns.record")(
      (account: Account, advertId: number, rows: ReadonlyArray<MediaStatisticsRow>) =>
        Effect.map(
          Effect.forEach(Array.chunksOf(rows, mostAtOnce), (some) => record(account, advertId, some)),
          together<MediaStatisticsRow>
        )
    )
  }
}
