/** Campaigns and their phrases as they are kept. */
import { DateTime, Schema } from "effect"
import { collection } from "../records/Collection.ts"
import { Campaign, listed, type ListedCampaign } from "./Campaign.ts"
import { dueAt } from "./progress.ts"

/** What lists show of a campaign, so that they need not read it. */
const placeInLists = ({ advertId, changedAt, status, type }: ListedCampaign) =>
  [type, status, advertId, changedAt] as const

/** Of the index `byTypeAndStatus`. */
export const listedAt = (place: ReadonlyArray<number>): ListedCampaign => {
  // The index puts them there.
  const [type, status, advertId, changedAt] = place as ReturnType<typeof placeInLists>
  return { advertId, type, status, changedAt }
}

export const campaigns = collection("campaign", {
  schema: Campaign,
  key: ({ advertId }) => [advertId],
  indexes: {
    byTypeAndStatus: (campaign) => placeInLists(listed(campaign)),
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
