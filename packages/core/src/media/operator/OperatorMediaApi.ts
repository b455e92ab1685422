/** Operations with which the marketplace's own side puts in media campaigns, and tells what came of them. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { CampaignId } from "../../campaigns/Campaign.ts"
import { Roubles } from "../../funds/Money.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { described } from "../../operator/described.ts"
import { RecordedLines } from "../../operator/RecordedLines.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { MediaItems, MediaName, MediaOperation, MediaReason, MediaStatus, MediaType } from "../MediaCampaign.ts"

/** As the information shows it. What is left out is not known, or nothing. */
export const MediaCampaignInput = Schema.Struct({
  name: MediaName,
  brand: MediaName,
  type: MediaType,
  status: MediaStatus,
  createTime: Schema.optionalKey(Timestamp),
  endTime: Schema.optionalKey(Timestamp),
  extended: Schema.optionalKey(
    Schema.Struct({
      reason: Schema.optionalKey(Schema.NullOr(MediaReason)),
      expenses: Schema.optionalKey(Roubles),
      from: Schema.optionalKey(Timestamp),
      to: Schema.optionalKey(Timestamp),
      updated_at: Schema.optionalKey(Timestamp),
      price: Schema.optionalKey(Roubles),
      budget: Schema.optionalKey(Roubles),
      operation: Schema.optionalKey(MediaOperation),
      contract_id: Schema.optionalKey(NumericId)
    }).annotate({ identifier: "MediaExtendedInput" })
  ),
  items: Schema.optionalKey(MediaItems)
}).annotate({ identifier: "MediaCampaignInput" })
export type MediaCampaignInput = typeof MediaCampaignInput.Type

const ofSeller = {
  params: { sellerId: SellerId },
  query: { sandbox: Schema.optionalKey(Schema.Boolean) }
}

export class OperatorMediaApi extends HttpApiGroup.make("media")
  .add(
    HttpApiEndpoint.put("put", "/sellers/:sellerId/media-campaigns/:advertId", {
      ...ofSeller,
      params: { ...ofSeller.params, advertId: CampaignId },
      payload: MediaCampaignInput,
      success: HttpApiSchema.NoContent
    }).annotateMerge(
      described(
        "Put a media campaign",
        "Adds a media campaign in any status with its banners, or replaces the one with its id. A launch that waited is forgotten."
      )
    ),
    HttpApiEndpoint.post("record", "/sellers/:sellerId/media-statistics", {
      ...ofSeller,
      payload: Schema.String.pipe(HttpApiSchema.asText({ contentType: "application/x-ndjson" })),
      success: RecordedLines
    }).annotateMerge(
      described(
        "Record statistics of media campaigns",
        "A row in each line, of a banner on a day and a platform. A row replaces the one about the same. A growing `sum` is spending: it takes the campaign's budget, and ends its displays for the day where all banners have reached their daily limits, or until there is money again. Good rows are stored, and each other one is refused with its line, field and reason. The same lines again change nothing."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Media campaigns", description: "Banners, and what came of them." })) {}
