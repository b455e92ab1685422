/** Changes of a campaign as events of its seller: each change is one event. */
import { DateTime } from "effect"
import { campaignEventScope } from "../catalog/CampaignEventTypes.ts"
import type { EventId } from "../catalog/NewEvent.ts"
import type { RecordEvent } from "../records/RecordStore.ts"
import type { Campaign, CampaignStatus } from "./Campaign.ts"

/** A change of status. */
export interface StatusChange {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly from: CampaignStatus
  /** Undefined: the campaign has disappeared. */
  readonly to: CampaignStatus | undefined
  /** Whether nothing is left of its budget, which paused it. */
  readonly exhausted?: boolean
}

type EventType = (typeof campaignEventScope)["eventTypes"][number]["key"]

/** What it is called, and what is told besides the campaign. */
const told = ({ exhausted, from, to }: StatusChange, at: string): readonly [type: EventType, facts: object] => {
  if (to === undefined) return ["campaign_removed", { removedAt: at }]
  if (to === 8) return ["campaign_declined", { declinedAt: at }]
  if (exhausted) return ["campaign_budget_exhausted", { exhaustedAt: at }]
  return ["campaign_status_changed", { from, to, changedAt: at }]
}

/** `campaign` as it was last. */
export const campaignEvent = (id: EventId, { advertId, state, type }: Campaign, change: StatusChange): RecordEvent => {
  const time = DateTime.makeUnsafe(change.at)
  const [kind, facts] = told(change, DateTime.formatIso(time))
  return {
    id,
    time,
    timeGiven: false,
    scope: campaignEventScope.key,
    type: kind,
    payload: JSON.stringify({ advertId, name: state.name, type, ...facts })
  }
}
