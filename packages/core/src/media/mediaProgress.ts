/** Media campaigns on the clock, as pure functions: what a launch leads to, and what dates and days change. */
import { Context, Duration } from "effect"
import { endOfDay, moscowDay } from "../time/MoscowTime.ts"
import type { MediaCampaign, MediaStatus } from "./MediaCampaign.ts"

/** States and transitions, launch: 2 to 5 minutes. */
export const MediaLaunchTime = Context.Reference<Duration.Duration>("@sellerkit/core/media/MediaLaunchTime", {
  defaultValue: () => Duration.minutes(3)
})

/** A change of status, at a time in milliseconds since 1970. */
export interface MediaChange {
  readonly at: number
  readonly from: MediaStatus
  readonly to: MediaStatus
}

/** Contract, Media campaign information, example. */
const withoutBudget = "Для возобновления показов пополните бюджет медиакампании"

/** The status of a campaign that is to be shown, by its dates, its budget and its daily limits. */
export const realStatus = ({ budget, from, limitedOn, to }: MediaCampaign, at: number): MediaStatus => {
  if (to !== undefined && to <= at) return 7
  if (budget === 0) return 11
  if (limitedOn === moscowDay(at)) return 10
  return from !== undefined && from > at ? 5 : 6
}

/** The campaign in another status. A launch that waits is decided by it. */
export const withMediaStatus = (
  campaign: MediaCampaign,
  status: MediaStatus,
  at: number,
  why?: string
): MediaCampaign => {
  const { decidedAt: _, reason: __, ...rest } = campaign
  const reason = why ?? (status === 11 ? withoutBudget : undefined)
  return {
    ...rest,
    status,
    changedAt: at,
    ...(reason !== undefined && { reason }),
    ...(status === 7 && { endedAt: at })
  }
}

/** When it has to be looked at next; undefined: never. */
export const mediaDueAt = (campaign: MediaCampaign): number | undefined => {
  const { changedAt, decidedAt, from, status, to } = campaign
  if (decidedAt !== undefined) return decidedAt
  if (status === 5) return from
  if (status === 6 || status === 11) return to
  if (status !== 10) return undefined
  // Those that were put in before the day was kept have none.
  const { limitedOn = moscowDay(changedAt) } = campaign
  return Math.min(endOfDay(limitedOn), to ?? Infinity)
}

/** Everything up to `now`, each at its own time. */
export const mediaProgressed = (
  given: MediaCampaign,
  now: number
): { readonly campaign: MediaCampaign; readonly changes: ReadonlyArray<MediaChange> } => {
  const changes: Array<MediaChange> = []
  let campaign = given
  for (let at = mediaDueAt(campaign); at !== undefined && at <= now; at = mediaDueAt(campaign)) {
    const from = campaign.status
    const to = realStatus(campaign, at)
    campaign = withMediaStatus(campaign, to, at)
    if (to !== from) changes.push({ at, from, to })
  }
  return { campaign, changes }
}
