/** Money: the funds of sellers, and the budgets of their campaigns. */
import { Duration, Layer } from "effect"
import { Configurations } from "../configuration/Configurations.ts"
import { feature } from "../Feature.ts"
import { costs, credits, topUps } from "../funds/fundRecords.ts"
import { recordRetention } from "../records/recordRetention.ts"
import { Finance } from "./Finance.ts"
import { financeLimits } from "./http/financeLimits.ts"
import { FinanceHandlers } from "./http/FinanceHandlers.ts"

export const finance = feature({
  handlers: [FinanceHandlers],
  services: [Layer.provide(Finance.layer, Configurations.layer)],
  jobs: [],
  limits: financeLimits,
  // our choice: the histories say nothing of their age. Three years, as long as bookkeeping asks for such records.
  retention: {
    campaignCosts: recordRetention(costs, Duration.days(1096)),
    campaignTopUps: recordRetention(topUps, Duration.days(1096)),
    fundsCredits: recordRetention(credits, Duration.days(1096))
  }
})
