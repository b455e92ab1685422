/**
 * Campaigns on the clock, as pure functions: what waits takes effect at its time, and answers catch up with it when they are
 * synchronised (Seller Statistics Reports, What the service does, 3).
 */
import { Duration } from "effect"
import type { BidTarget, Campaign, CampaignState, CampaignStatus } from "./Campaign.ts"
import { type CampaignIntervals, intervalEnd, nextEnd } from "./CampaignIntervals.ts"
import { withBid } from "./bids.ts"
import type { StatusChange } from "./campaignEvents.ts"

export interface Progress {
  /** Undefined: it has disappeared. */
  readonly campaign: Campaign | undefined
  readonly changes: ReadonlyArray<StatusChange>
}

/** When it has to be looked at next; undefined: never. */
export const dueAt = ({ goneAt, pendingBids = [], pendingStatus, synchronisesAt }: Campaign): number | undefined => {
  const times = [goneAt, pendingStatus?.appliesAt, synchronisesAt, ...pendingBids.map(({ appliesAt }) => appliesAt)]
  const first = Math.min(...times.filter((time) => time !== undefined))
  return Number.isFinite(first) ? first : undefined
}

/** The campaign with another state from `at` on. Answers show the old one until the synchronisation at `synchronisesAt`. */
const withState = (campaign: Campaign, state: CampaignState, at: number, synchronisesAt: number): Campaign => ({
  ...campaign,
  state: { ...state, changedAt: at },
  seen: campaign.seen ?? campaign.state,
  synchronisesAt: campaign.synchronisesAt ?? synchronisesAt
})

/** A change that takes effect at once. */
export const changed = (
  campaign: Campaign,
  change: Partial<CampaignState>,
  now: number,
  { synchronisation }: CampaignIntervals
): Campaign => withState(campaign, { ...campaign.state, ...change }, now, intervalEnd(now, synchronisation))

const withStatus = (state: CampaignState, status: CampaignStatus, at: number): CampaignState => ({
  ...state,
  status,
  ...(status === 9 && { startedAt: state.startedAt ?? at }),
  ...(status === 7 && { endedAt: at })
})

/** Answers show a removed campaign as being deleted first, from their next synchronisation on. */
const disappearsAt = (now: number, { removal, synchronisation }: CampaignIntervals): number =>
  intervalEnd(now, synchronisation) + Duration.toMillis(removal)

/** A change of status that takes effect at once. It takes the place of one that waits. */
export const changedStatus = (
  { pendingStatus: _, ...campaign }: Campaign,
  status: CampaignStatus,
  now: number,
  intervals: CampaignIntervals
): Campaign => ({
  ...changed(campaign, withStatus(campaign.state, status, now), now, intervals),
  ...(status === -1 && { goneAt: disappearsAt(now, intervals) })
})

/** What waits for `at` takes effect. */
const applied = (campaign: Campaign, at: number, { synchronisation }: CampaignIntervals): Campaign => {
  const { pendingBids = [], pendingStatus, ...rest } = campaign
  const applies = ({ appliesAt }: { readonly appliesAt: number }) => appliesAt <= at
  const bids = pendingBids.filter(applies)
  const status = pendingStatus !== undefined && applies(pendingStatus) ? pendingStatus.status : undefined
  if (bids.length === 0 && status === undefined) return campaign
  const later = pendingBids.filter((bid) => !applies(bid))
  const withBids = bids.reduce((state, { cpm, target }) => withBid(campaign, state, target, cpm), campaign.state)
  return withState(
    {
      ...rest,
      ...(later.length > 0 && { pendingBids: later }),
      ...(status === undefined && pendingStatus !== undefined && { pendingStatus })
    },
    status === undefined ? withBids : withStatus(withBids, status, at),
    at,
    // What takes effect as answers are synchronised is seen from then on.
    nextEnd(at, synchronisation)
  )
}

const synchronised = ({ seen: _, synchronisesAt: __, ...campaign }: Campaign): Campaign => campaign

/** Everything up to `now`, each at its own time. */
export const progressed = (given: Campaign, now: number, intervals: CampaignIntervals): Progress => {
  const changes: Array<StatusChange> = []
  let campaign = given
  for (let at = dueAt(campaign); at !== undefined && at <= now; at = dueAt(campaign)) {
    const from = campaign.state.status
    if (campaign.goneAt !== undefined && campaign.goneAt <= at) {
      return { campaign: undefined, changes: [...changes, { at, from, to: undefined }] }
    }
    campaign = applied(campaign, at, intervals)
    const to = campaign.state.status
    if (to !== from) changes.push({ at, from, to })
    if (campaign.synchronisesAt !== undefined && campaign.synchronisesAt <= at) campaign = synchronised(campaign)
  }
  return { campaign, changes }
}

/** A change of status that takes effect when the minute is over, in place of an earlier one. */
export const withPendingStatus = (
  { pendingStatus: _, ...campaign }: Campaign,
  status: CampaignStatus,
  now: number,
  intervals: CampaignIntervals
): Campaign =>
  status === campaign.state.status
    ? campaign
    : { ...campaign, pendingStatus: { status, appliesAt: intervalEnd(now, intervals.status) } }

const isSameTarget = (one: BidTarget, other: BidTarget): boolean =>
  one.param === other.param && one.instrument === other.instrument

/** A bid that takes effect when its interval is over, in place of an earlier one for the same. */
export const withPendingBid = (
  campaign: Campaign,
  target: BidTarget,
  cpm: number,
  now: number,
  { bid }: CampaignIntervals
): Campaign => ({
  ...campaign,
  pendingBids: [
    ...(campaign.pendingBids ?? []).filter((pending) => !isSameTarget(pending.target, target)),
    { target, cpm, appliesAt: intervalEnd(now, bid) }
  ]
})
