/**
 * What happens to campaigns, as events: our addition, for the documents have none. Each is written together with the change that it
 * tells of (docs/decisions/campaigns.md, Events).
 */
import { Schema } from "effect"
import { TimestampText } from "../time/Timestamp.ts"
import { NumericId } from "../validation/WholeNumber.ts"
import { eventScope, eventType } from "./EventType.ts"

/** Campaign fields and Media campaign fields, type and status (Seller Statistics Reports): 1 and 2 are media campaigns. */
const CampaignType = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 }))
const CampaignStatus = Schema.Int.check(Schema.isBetween({ minimum: -1, maximum: 11 }))

const campaign = { advertId: NumericId, name: Schema.String, type: CampaignType }

const CampaignStatusChanged = Schema.Struct({
  ...campaign,
  from: CampaignStatus,
  to: CampaignStatus,
  changedAt: TimestampText
})

const CampaignBudgetExhausted = Schema.Struct({ ...campaign, exhaustedAt: TimestampText })
const CampaignDeclined = Schema.Struct({ ...campaign, declinedAt: TimestampText })
const CampaignRemoved = Schema.Struct({ ...campaign, removedAt: TimestampText })

const example = { advertId: 12345678, name: "Summer dresses", type: 9 }
const at = "2026-01-15T09:30:00.000Z"

export const campaignEventScope = eventScope({
  key: "promotion",
  name: "Promotion",
  category: "promotion",
  eventTypes: [
    eventType({
      key: "campaign_status_changed",
      name: "Campaign status changed",
      payload: CampaignStatusChanged,
      example: { ...example, from: 9, to: 11, changedAt: at }
    }),
    eventType({
      key: "campaign_budget_exhausted",
      name: "Campaign paused without budget",
      payload: CampaignBudgetExhausted,
      example: { ...example, exhaustedAt: at }
    }),
    eventType({
      key: "campaign_declined",
      name: "Campaign declined",
      payload: CampaignDeclined,
      example: { ...example, declinedAt: at }
    }),
    eventType({
      key: "campaign_removed",
      name: "Campaign removed",
      payload: CampaignRemoved,
      example: { ...example, removedAt: at }
    })
  ]
})
