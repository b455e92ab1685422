/** What is said instead of a chart where there is nothing to draw. */
import { statusWord } from "../flags/campaignWords.ts"
import type { CampaignDays } from "./CampaignDays.ts"

/** Campaigns with these statuses are or were shown (Seller Statistics Reports, Promotion operations, Campaign statistics). */
const shown: ReadonlySet<CampaignDays["status"]> = new Set([7, 9, 11])

export const nothingToChart = ({ from, status, to }: CampaignDays): string => {
  const reason = shown.has(status)
    ? ""
    : ` It is ${statusWord(status)}, and only campaigns that are active, paused or completed have statistics.`
  return `Nothing came of it from ${from} to ${to}: no views, no clicks, no spending.${reason}`
}
