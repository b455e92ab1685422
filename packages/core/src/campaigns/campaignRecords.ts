/** Campaigns as they are kept. */
import { DateTime } from "effect"
import { collection } from "../records/Collection.ts"
import { Campaign, visible } from "./Campaign.ts"
import { dueAt } from "./progress.ts"

export const campaigns = collection("campaign", {
  schema: Campaign,
  key: ({ advertId }) => [advertId],
  indexes: {
    /** By what answers show. */
    byTypeAndStatus: (campaign) => [campaign.type, visible(campaign).status, campaign.advertId]
  },
  due: (campaign) => {
    const time = dueAt(campaign)
    return time === undefined ? undefined : DateTime.makeUnsafe(time)
  }
})
