/** What the marketplace configures for campaigns (Seller Statistics Reports, Promotion operations, Configuration values). */
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { StatusAdmission } from "../../http/middleware/StatusAdmission.ts"
import { operation } from "../../http/operation/Operation.ts"
import { Configuration } from "../Configuration.ts"
import { configurationLimits } from "./configurationLimits.ts"

export class ConfigurationApi extends HttpApiGroup.make("configuration")
  .add(
    HttpApiEndpoint.get("get", "/v0/config", { success: Configuration }).annotateMerge(
      operation({
        summary: "Configuration values",
        description: "Least bids and budgets, and how much a campaign may have.",
        access: accessRules.promotionReads,
        limit: configurationLimits.campaignConfiguration
      })
    )
  )
  .prefix("/adv")
  .middleware(StatusAdmission)
  .annotateMerge(OpenApi.annotations({ title: "Configuration", description: "What holds for all campaigns." })) {}
