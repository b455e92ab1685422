/** Campaigns and their phrases as they are kept. */
import { DateTime, Schema } from "effect"
import { collection } from "../records/Collection.ts"
import { Campaign, visible } from "./Campaign.ts"
import { dueAt } from "./progress.ts"

export const campaigns = collection("campaign", {
  schema: Campaign,
  key: ({ advertId }) => [advertId],
  indexes: {
    /** By what answers show. */
    byTypeAndStatus: (campaign) => [campaign.type, visible(campaign).status, campaign.advertId],
    /** What is due may be shown otherwise than it is listed. */
    byNextChange: (campaign) => {
      const time = dueAt(campaign)
      return time === undefined ? undefined : [time]
    }
  },
  due: (campaign) => {
    const time = dueAt(campaign)
    return time === undefined ? undefined : DateTime.makeUnsafe(time)
  }
})

/** Lists of phrases: fixed ones (`pluse`), and minus-phrases of phrase match, of exact match and from search. */
export const PhraseList = Schema.Literals(["pluse", "phrase", "strong", "excluded"])
export type PhraseList = typeof PhraseList.Type

/** A list of a campaign. Lists without phrases are not kept. */
const CampaignPhrases = Schema.Struct({
  advertId: Schema.Int,
  list: PhraseList,
  phrases: Schema.Array(Schema.String)
})

export const campaignPhrases = collection("campaignPhrases", {
  schema: CampaignPhrases,
  key: ({ advertId, list }) => [advertId, list],
  indexes: {}
})
