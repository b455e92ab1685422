/** Changes of a media campaign as events of its seller: each change is one event. */
import { DateTime } from "effect"
import { campaignEventScope } from "../catalog/CampaignEventTypes.ts"
import type { EventId } from "../catalog/NewEvent.ts"
import type { RecordEvent } from "../records/RecordStore.ts"
import type { MediaCampaign } from "./MediaCampaign.ts"
import type { MediaChange } from "./mediaProgress.ts"

type EventType = (typeof campaignEventScope)["eventTypes"][number]["key"]

/** Of the events of other campaigns: the type says that it is a media campaign. */
export const mediaEvent = (
  id: EventId,
  { advertId, name, type: kind }: MediaCampaign,
  { at, from, to }: MediaChange
): RecordEvent => {
  const time = DateTime.makeUnsafe(at)
  // Displays end in 11 where nothing is left, also those that have ended for the day.
  const isExhausted = (from === 6 || from === 10) && to === 11
  const type: EventType = isExhausted ? "campaign_budget_exhausted" : "campaign_status_changed"
  const told = DateTime.formatIso(time)
  const facts = isExhausted ? { exhaustedAt: told } : { from, to, changedAt: told }
  const payload = JSON.stringify({ advertId, name, type: kind, ...facts })
  return { id, time, timeGiven: false, scope: campaignEventScope.key, type, payload }
}
