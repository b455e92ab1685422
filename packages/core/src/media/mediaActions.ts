/** What sellers do with a media campaign, as pure functions. */
import { Duration, Result } from "effect"
import { moscowDay } from "../time/MoscowTime.ts"
import type { MediaCampaign } from "./MediaCampaign.ts"
import { MediaBidTooLow, MediaItemNotFound, MediaStatusNotChanged, NotPaidByViews, PausesSpent } from "./MediaErrors.ts"
import { withMediaStatus } from "./mediaProgress.ts"
import { bidStatuses, type MediaAction, mediaTransitions } from "./mediaTransitions.ts"

export interface MediaBid {
  readonly itemId: number
  /** In roubles for a thousand views. */
  readonly cpm: number
}

/** How often it was paused on the day that `now` is in. */
const pausesOn = ({ pauses }: MediaCampaign, now: number): number => (pauses?.day === moscowDay(now) ? pauses.count : 0)

export const acted = (
  campaign: MediaCampaign,
  action: MediaAction,
  reason: string | undefined,
  now: number,
  launchTime: Duration.Duration
): Result.Result<MediaCampaign, MediaStatusNotChanged | PausesSpent> => {
  const { from, mostPerDay = Infinity, to } = mediaTransitions[action]
  if (!from.includes(campaign.status)) return Result.fail(new MediaStatusNotChanged({ status: campaign.status }))
  const pauses = pausesOn(campaign, now)
  if (action === "pause" && pauses >= mostPerDay) return Result.fail(new PausesSpent())
  return Result.succeed({
    ...withMediaStatus(campaign, to, now, reason),
    ...(action === "pause" && { pauses: { day: moscowDay(now), count: pauses + 1 } }),
    ...(action === "launch" && { decidedAt: now + Duration.toMillis(launchTime) })
  })
}

export const withBannerBid = (
  campaign: MediaCampaign,
  { cpm, itemId }: MediaBid,
  least: number,
  now: number
): Result.Result<MediaCampaign, MediaBidTooLow | MediaItemNotFound | MediaStatusNotChanged | NotPaidByViews> => {
  const { items, status, type } = campaign
  if (!items.some(({ id }) => id === itemId)) return Result.fail(new MediaItemNotFound({ itemId }))
  if (type !== 2) return Result.fail(new NotPaidByViews())
  if (!bidStatuses.has(status)) return Result.fail(new MediaStatusNotChanged({ status }))
  if (cpm < least) return Result.fail(new MediaBidTooLow({ least }))
  return Result.succeed({
    ...campaign,
    changedAt: now,
    items: items.map((item) => (item.id === itemId ? { ...item, cpm } : item))
  })
}
