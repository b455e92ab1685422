/** Operations with which the marketplace's own side puts in campaigns: what sellers made elsewhere, and what moderation decided. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { Roubles } from "../../funds/Money.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { described } from "../../operator/described.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { CampaignId, campaignName, CampaignStatus, CampaignType, isOver, nameLengths } from "../Campaign.ts"
import { settingsInput } from "../settingsInput.ts"

/** As the information shows it. Times are those that are known. */
export const CampaignInput = Schema.Struct({
  name: campaignName(nameLengths.create),
  type: CampaignType,
  status: CampaignStatus,
  dailyBudget: Schema.optionalKey(Roubles),
  createTime: Schema.optionalKey(Timestamp),
  changeTime: Schema.optionalKey(Timestamp),
  startTime: Schema.optionalKey(Timestamp),
  endTime: Schema.optionalKey(Timestamp),
  paymentType: Schema.optionalKey(Schema.Literals(["cpm", "cpo", "cpc"])),
  bid_type: Schema.optionalKey(Schema.Literals(["manual", "unified"])),
  ...settingsInput,
  /** In roubles. Absent: it stays as it is. */
  budget: Schema.optionalKey(Roubles)
})
  .check(
    Schema.makeFilter((input: { readonly status: CampaignStatus; readonly budget?: number }) =>
      isOver(input) && (input.budget ?? 0) > 0
        ? { path: ["budget"], issue: "Expected none: what a campaign that is over has left goes back to its seller" }
        : undefined
    )
  )
  .annotate({ identifier: "CampaignInput" })
export type CampaignInput = typeof CampaignInput.Type

export class OperatorCampaignsApi extends HttpApiGroup.make("campaigns")
  .add(
    HttpApiEndpoint.put("put", "/sellers/:sellerId/campaigns/:advertId", {
      params: { sellerId: SellerId, advertId: CampaignId },
      query: { sandbox: Schema.optionalKey(Schema.Boolean) },
      payload: CampaignInput,
      success: HttpApiSchema.NoContent
    }).annotateMerge(
      described(
        "Put a campaign",
        "Adds a campaign of any type and status, or replaces the one with its id. What waited for the clock is forgotten, and answers show it at once."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Campaigns", description: "Campaigns that sellers made elsewhere." })) {}
