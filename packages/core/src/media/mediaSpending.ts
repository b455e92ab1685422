/** What a media campaign has spent takes its budget, and ends its displays for the day or until there is money again. */
import { moscowDay } from "../time/MoscowTime.ts"
import type { MediaCampaign, MediaItem } from "./MediaCampaign.ts"
import { realStatus, withMediaStatus } from "./mediaProgress.ts"

const hasReached = ({ daily_limit: limit = 0, id }: MediaItem, spentToday: ReadonlyMap<number, number>): boolean =>
  limit > 0 && (spentToday.get(id) ?? 0) >= limit

/** The campaign with what it has spent, and the day on which its limits are reached. Nothing is charged, and the status stays. */
export const countMedia = (
  campaign: MediaCampaign,
  spent: number,
  spentToday: ReadonlyMap<number, number>,
  now: number
): MediaCampaign => {
  const isLimited = campaign.items.length > 0 && campaign.items.every((item) => hasReached(item, spentToday))
  const { limitedOn: before, ...rest } = campaign
  // Statistics that are put right do not end the status 10: it lasts until the day is over.
  const kept = campaign.status === 10 ? before : undefined
  const limitedOn = isLimited ? moscowDay(now) : kept
  return { ...rest, spent: campaign.spent + spent, ...(limitedOn !== undefined && { limitedOn }) }
}

/**
 * `spent`: hundredths of a rouble that it has spent more, or less where statistics are put right. Whole roubles are charged once they
 * are full, and nothing is paid back. `spentToday`: roubles by banner, of the day in Moscow that `now` is in.
 */
export const chargeMedia = (
  campaign: MediaCampaign,
  spent: number,
  spentToday: ReadonlyMap<number, number>,
  now: number
): MediaCampaign => {
  const counted = countMedia(campaign, spent, spentToday, now)
  const due = Math.max(0, Math.floor(counted.spent / 100) - campaign.charged)
  const taken = Math.min(due, campaign.budget)
  const charged: MediaCampaign = {
    ...counted,
    charged: campaign.charged + due,
    budget: campaign.budget - taken,
    expenses: campaign.expenses + taken
  }
  if (charged.status !== 6 && charged.status !== 10) return charged
  const status = realStatus(charged, now)
  return status === charged.status ? charged : withMediaStatus(charged, status, now)
}
