/** What the operations on phrases refuse, as it is published (contract, entries of the operations). */
import type { PublishedRefusal } from "../../http/refusals/InputRefusals.ts"
import { orRefused } from "../../http/refusals/orRefused.ts"

export const refusals = {
  request: [400, { ru: "Некорректный запрос", en: "Bad request" }],
  /** Contract, Set or delete fixed phrases. Both languages have the same text. */
  notFound: [400, { ru: "Not Found: Campaign not found", en: "Not Found: Campaign not found" }],
  manualOnly: [
    400,
    {
      ru: "Invalid Params: not available for unified campaigns",
      en: "Invalid Params: not available for unified campaigns"
    }
  ]
} as const satisfies Readonly<Record<string, PublishedRefusal>>

/** One text for whatever is wrong. */
export const orPhrasesRefused = orRefused({
  CampaignNotFound: refusals.request,
  CampaignNotChangeable: refusals.request,
  WrongCampaignType: refusals.request
})

export const orFixedRefused = orRefused({
  CampaignNotFound: refusals.notFound,
  CampaignNotChangeable: refusals.request,
  WrongCampaignType: refusals.manualOnly
})
