/** What the operations on phrases answer to the errors of their service. */
import { orRefused } from "../../http/refusals/orRefused.ts"
import { refusals } from "./phraseRefusals.ts"

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
