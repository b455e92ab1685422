/** Campaigns: what sellers do with them, and changes that take effect on a clock. */
import { Layer } from "effect"
import { Configurations } from "../configuration/Configurations.ts"
import { feature } from "../Feature.ts"
import { Campaigns } from "./Campaigns.ts"
import { campaignLimits } from "./http/campaignLimits.ts"
import { CampaignsHandlers } from "./http/CampaignsHandlers.ts"
import { progression } from "./progression.ts"

export const campaigns = feature({
  handlers: [CampaignsHandlers],
  services: [Layer.provide(Campaigns.layer, Configurations.layer)],
  jobs: [progression],
  limits: campaignLimits,
  retention: {}
})
