/** The media campaigns of a seller: put in by the marketplace's own side, stopped, paused, launched and bid for. */
import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { Account } from "../access/Account.ts"
import { configured } from "../configuration/Configuration.ts"
import type { Configurations } from "../configuration/Configurations.ts"
import * as Lookup from "../records/Lookup.ts"
import { publish, put, type Records } from "../records/Records.ts"
import type { RecordedRows } from "../statistics/Recorded.ts"
import type { Days } from "../statistics/StatisticsSource.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { moscowDay } from "../time/MoscowTime.ts"
import { acted, type MediaBid, withBannerBid } from "./mediaActions.ts"
import type { MediaCampaign } from "./MediaCampaign.ts"
import type {
  MediaBidTooLow,
  MediaCampaignNotFound,
  MediaItemNotFound,
  MediaStatusNotChanged,
  NotPaidByViews,
  PausesSpent
} from "./MediaErrors.ts"
import { mediaEvent } from "./mediaEvents.ts"
import { type MediaPage, reading } from "./mediaReading.ts"
import { type ListedMediaCampaign, mediaCampaigns } from "./mediaRecords.ts"
import { recording } from "./mediaRecording.ts"
import type { MediaStatisticsRow } from "./MediaStatisticsRow.ts"
import type { MediaAction } from "./mediaTransitions.ts"
import { changeOf, makeMediaEdit, mediaRequirements, type MediaRequirements, nothingElse } from "./mediaWrites.ts"

/** The day on which it has spent what it may: that on which it is put in as such. Where it is put in as running, there is none. */
const limitedDay = (before: MediaCampaign | undefined, { status }: MediaCampaign, now: number): string | undefined => {
  if (status === 10) return moscowDay(now)
  return status === 6 ? undefined : before?.limitedOn
}

/** The campaign in the place of the one that was there before. What it was paused, and what its statistics say, is not forgotten. */
const replaced = (before: MediaCampaign | undefined, campaign: MediaCampaign, now: number): MediaCampaign => {
  const limitedOn = limitedDay(before, campaign, now)
  return {
    ...campaign,
    ...(before !== undefined && { spent: before.spent, charged: before.charged }),
    ...(before?.pauses !== undefined && { pauses: before.pauses }),
    ...(limitedOn !== undefined && { limitedOn })
  }
}

const changing = (given: MediaRequirements) => {
  const { beforeChange, configuration, launchTime, newIds, records, statisticsAreKept } = given
  const edit = makeMediaEdit(given)

  return {
    ...recording(records, edit, statisticsAreKept),
    put: Effect.fn("MediaCampaigns.put")(function* (account: Account, campaign: MediaCampaign) {
      yield* beforeChange(account, campaign.advertId, "asked")
      const now = yield* Clock.currentTimeMillis
      const ids = yield* newIds
      yield* records.transact(account, { known: Lookup.one(mediaCampaigns, [campaign.advertId]) }, ({ known }) => {
        const before = Option.getOrUndefined(known)
        const after = replaced(before, campaign, now)
        const happened = before === undefined ? [] : changeOf(before, after, now)
        const events = happened.map((change, index) => publish(mediaEvent(ids[index]!, after, change)))
        return Result.succeed({ answer: undefined, changes: [put(mediaCampaigns, after), ...events] })
      })
    }),
    act: Effect.fn("MediaCampaigns.act")(
      (account: Account, advertId: number, action: MediaAction, reason: string | undefined) =>
        edit(account, advertId, "asked", nothingElse, (campaign, now) =>
          Result.map(acted(campaign, action, reason, now, launchTime), (after) => ({
            answer: undefined,
            campaign: after
          }))
        )
    ),
    bid: Effect.fn("MediaCampaigns.bid")(function* (account: Account, advertId: number, bid: MediaBid) {
      // our choice: the documents name no value for banners; the one of automatic campaigns.
      const least = configured(yield* configuration, "cpm_min_booster")
      return yield* edit(account, advertId, "asked", nothingElse, (campaign, now) =>
        Result.map(withBannerBid(campaign, bid, least, now), (after) => ({ answer: undefined, campaign: after }))
      )
    }),
    progress: (account: Account, advertId: number) =>
      edit(account, advertId, "due", nothingElse, (campaign) => Result.succeed({ answer: undefined, campaign })).pipe(
        // It is removed meanwhile: nothing is due.
        Effect.catchTag("MediaCampaignNotFound", () => Effect.void)
      )
  }
}

export class MediaCampaigns extends Context.Service<
  MediaCampaigns,
  {
    /** For the marketplace's own side: replaces the campaign with its id. */
    put(account: Account, campaign: MediaCampaign): Effect.Effect<void, StorageError>
    /** All, in no particular order. */
    list(account: Account): Effect.Effect<ReadonlyArray<ListedMediaCampaign>, StorageError>
    page(account: Account, page: MediaPage): Effect.Effect<ReadonlyArray<MediaCampaign>, StorageError>
    /** Those of these ids that the seller has, by their ids. */
    find(account: Account, ids: ReadonlyArray<number>): Effect.Effect<ReadonlyMap<number, MediaCampaign>, StorageError>
    act(
      account: Account,
      advertId: number,
      action: MediaAction,
      reason: string | undefined
    ): Effect.Effect<void, MediaCampaignNotFound | MediaStatusNotChanged | PausesSpent | StorageError>
    bid(
      account: Account,
      advertId: number,
      bid: MediaBid
    ): Effect.Effect<
      void,
      MediaBidTooLow | MediaCampaignNotFound | MediaItemNotFound | MediaStatusNotChanged | NotPaidByViews | StorageError
    >
    /**
     * Rows of one campaign: written in parts, each with what it makes the campaign spend. Those of days that are not kept, and of
     * unknown banners, are refused.
     */
    record(
      account: Account,
      advertId: number,
      rows: ReadonlyArray<MediaStatisticsRow>
    ): Effect.Effect<RecordedRows<MediaStatisticsRow>, MediaCampaignNotFound | StorageError>
    /** Of one campaign, in the order of days, banners and platforms: of some days, or of all. */
    rows(
      account: Account,
      advertId: number,
      days?: Days
    ): Effect.Effect<ReadonlyArray<MediaStatisticsRow>, StorageError>
    /** Writes what has become due. */
    progress(account: Account, advertId: number): Effect.Effect<void, StorageError>
  }
>()("@sellerkit/core/media/MediaCampaigns") {
  static readonly layer: Layer.Layer<MediaCampaigns, never, Configurations | Records | SecureRandom.SecureRandom> =
    Layer.effect(
      MediaCampaigns,
      Effect.map(mediaRequirements, (given) => MediaCampaigns.of({ ...reading(given), ...changing(given) }))
    )
}
