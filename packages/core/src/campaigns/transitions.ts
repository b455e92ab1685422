/**
 * Which actions a campaign's status allows, and what becomes of it (Seller Statistics Reports, States and transitions, Campaign
 * statuses). Target statuses are those of the contract (Campaign status after an action).
 */
import { Result } from "effect"
import type { Campaign, CampaignStatus } from "./Campaign.ts"
import { CampaignNotChangeable } from "./CampaignErrors.ts"

export type CampaignAction = "complete" | "launch" | "pause" | "remove"

interface Transition {
  readonly from: ReadonlyArray<CampaignStatus>
  readonly to: CampaignStatus
  /** our choice: what cannot be taken back does not wait for the clock. */
  readonly atOnce?: true
}

export const transitions: Readonly<Record<CampaignAction, Transition>> = {
  /** From 4 and from 11 with a budget; from 4 when no change of its settings waits. */
  launch: { from: [4, 11], to: 9 },
  pause: { from: [9], to: 11 },
  complete: { from: [9, 11, 4], to: 7 },
  remove: { from: [4], to: -1, atOnce: true }
}

/** Statuses in which the settings and the budget of a campaign can be changed: it is neither over nor refused. */
export const changeable: ReadonlySet<CampaignStatus> = new Set([4, 9, 11])

export const whileChangeable = (campaign: Campaign): Result.Result<Campaign, CampaignNotChangeable> => {
  const { status } = campaign.state
  return changeable.has(status) ? Result.succeed(campaign) : Result.fail(new CampaignNotChangeable({ status }))
}
