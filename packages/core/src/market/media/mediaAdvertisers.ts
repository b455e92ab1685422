/** Media campaigns on the market: reads those that run, and records what they got with what it takes from their budgets. */
import { Effect, Option, Result } from "effect"
import type { EventId } from "../../catalog/NewEvent.ts"
import { type MediaCampaign, MediaType } from "../../media/MediaCampaign.ts"
import { mediaEvent } from "../../media/mediaEvents.ts"
import { mediaCampaigns, mediaStatisticsRows } from "../../media/mediaRecords.ts"
import type { MediaStatisticsRow } from "../../media/MediaStatisticsRow.ts"
import * as Lookup from "../../records/Lookup.ts"
import { type Change, type Decision, publish, put, Records } from "../../records/Records.ts"
import {
  Again,
  type CountedCampaigns,
  type Counting,
  countingCampaigns,
  isSame,
  marketKey,
  meterOf
} from "../countingCampaigns.ts"
import type { Course } from "../scenario/course.ts"
import type { Model } from "../displays/displaying.ts"
import { dayOf, hourOf } from "../marketTime.ts"
import { type Market, markets } from "../marketRecords.ts"
import { mayRun } from "../mayRun.ts"
import { bannerRowKeys } from "./BannerRows.ts"
import type { MediaSurroundings } from "./bannerRun.ts"
import { type MediaAccrued, mediaAccrued, rejectable } from "./mediaAccrual.ts"

const kind = "media"

/** The days in Moscow of all hours between two times; the second is not included. */
const daysBetween = (from: number, to: number): ReadonlyArray<string> => {
  const [first, last] = [hourOf(from), hourOf(to - 1)]
  return [...new Set(Array.from({ length: last - first + 1 }, (_, index) => dayOf(first + index)))]
}

/** The rows that campaigns may have on days. */
const rowKeysOf = (candidates: ReadonlyArray<MediaCampaign>, days: ReadonlyArray<string>) =>
  candidates
    .flatMap(({ advertId, items }) =>
      bannerRowKeys(
        advertId,
        items.map(({ id }) => id),
        days
      )
    )
    .map(({ advertId, appType, date, itemId }) => [advertId, date, itemId, appType] as const)

interface CountedCampaign {
  readonly before: MediaCampaign
  readonly after: MediaAccrued
}

const changesOf = ({ after, before }: CountedCampaign, ids: ReadonlyArray<EventId>): ReadonlyArray<Change> => [
  ...(after.campaign === before ? [] : [put(mediaCampaigns, after.campaign)]),
  ...after.rows.map((row) => put(mediaStatisticsRows, row)),
  ...after.changes.map((change, index) => publish(mediaEvent(ids[index]!, after.campaign, change)))
]

/** What the write changes, or why it has to be tried again. */
const decided = (
  { candidates, next, to }: Counting<MediaCampaign>,
  market: Market,
  rows: ReadonlyArray<MediaStatisticsRow>,
  surroundings: MediaSurroundings,
  ids: ReadonlyArray<EventId>
): Result.Result<Decision<void>, Again> => {
  const meterIn = meterOf(market)
  const byCampaign = Map.groupBy(rows, ({ advertId }) => advertId)
  const counted = candidates.map((before): CountedCampaign => {
    const { advertId } = before
    return {
      before,
      after: mediaAccrued(before, meterIn(advertId), byCampaign.get(advertId) ?? [], to, surroundings)
    }
  })
  const needed = counted.reduce((sum, { after }) => sum + after.changes.length, 0)
  if (needed > ids.length) return Result.fail(new Again(needed))
  const left = [...ids]
  const meters = new Map(counted.map(({ after: { meter } }) => [meter.advertId, meter]))
  return Result.succeed({
    answer: undefined,
    changes: [
      put(markets, next(market, meters)),
      ...counted.flatMap((one) => changesOf(one, left.splice(0, one.after.changes.length)))
    ]
  })
}

const writing =
  (records: Records["Service"], surroundings: MediaSurroundings): CountedCampaigns<MediaCampaign>["write"] =>
  (given, { until }, ids) => {
    const { account, candidates, to } = given
    return records.transact(
      account,
      {
        market: Lookup.one(markets, marketKey(kind)),
        campaigns: Lookup.many(
          mediaCampaigns,
          candidates.map(({ advertId }) => [advertId])
        ),
        rows: Lookup.many(mediaStatisticsRows, rowKeysOf(candidates, daysBetween(until, to)))
      },
      ({ campaigns, market: found, rows }) => {
        const market = Option.getOrUndefined(found)
        const byId = new Map(campaigns.map((campaign) => [campaign.advertId, campaign]))
        const isStill =
          market?.until === until && candidates.every((campaign) => isSame(campaign, byId.get(campaign.advertId)))
        return isStill ? decided(given, market, rows, surroundings, ids) : Result.fail(new Again(0))
      }
    )
  }

const types = MediaType.literals

/** The kind of advertisers, and what has to be called before one of their campaigns is changed. */
export const makeMediaAdvertisers = (model: Model, course: Course) =>
  Effect.flatMap(Records, (records) =>
    countingCampaigns<MediaCampaign>({
      kind,
      mayRun: (account, to) => {
        const isRejecting = course.at(to).some(({ happens }) => happens === "declined")
        return mayRun(records, account, mediaCampaigns, { types, statuses: isRejecting ? rejectable : [6], to })
      },
      find: (account, advertId) => records.find(account, Lookup.many(mediaCampaigns, [[advertId]])),
      // The result does not depend on who counts, nor on when.
      countedUntil: (_, __, now) => now,
      write: writing(records, { course, model })
    })
  )
