/** The clock that changes of campaigns take effect on. */
import { Context, Duration } from "effect"

export interface CampaignIntervals {
  /** A status change is applied once per interval; the last action of the interval is kept. */
  readonly status: Duration.Duration
  /** The same of a bid. */
  readonly bid: Duration.Duration
  /** How often answers catch up with what has taken effect. */
  readonly synchronisation: Duration.Duration
  /** How long a removed campaign is shown as being deleted. */
  readonly removal: Duration.Duration
  /** How long a campaign that was created paused cannot be launched. */
  readonly firstLaunch: Duration.Duration
}

/**
 * What the service does, 3; removal: Campaign statuses, -1 (3 to 10 minutes); firstLaunch: Promotion operations, Create automatic
 * campaign, on_pause.
 */
export const publishedIntervals: CampaignIntervals = {
  status: Duration.minutes(1),
  bid: Duration.seconds(30),
  synchronisation: Duration.minutes(3),
  removal: Duration.minutes(3),
  firstLaunch: Duration.minutes(3)
}

/** The intervals of an installation. They begin at whole multiples of themselves since 1970, for all campaigns alike. */
export const CurrentIntervals = Context.Reference<CampaignIntervals>("@sellerkit/core/campaigns/CurrentIntervals", {
  defaultValue: () => publishedIntervals
})

/** When the interval that `time` is in ends. */
export const intervalEnd = (time: number, interval: Duration.Duration): number => {
  const length = Duration.toMillis(interval)
  return (Math.floor(time / length) + 1) * length
}

/** The first end of an interval from `time` on. */
export const nextEnd = (time: number, interval: Duration.Duration): number => {
  const length = Duration.toMillis(interval)
  return Math.ceil(time / length) * length
}
