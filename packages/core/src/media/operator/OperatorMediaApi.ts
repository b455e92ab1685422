/** Operations with which the marketplace's own side puts in media campaigns, and tells what came of them. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { CampaignId } from "../../campaigns/Campaign.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { described } from "../../operator/described.ts"
import { RecordedLines } from "../../operator/RecordedLines.ts"
import { MediaCampaignInput } from "../MediaCampaignInput.ts"

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
        "A row in each line, of a banner on a day and a platform. A row replaces the one about the same. A growing `sum` is spending: it takes the campaign's budget, and ends its displays for the day where all banners have reached their daily limits, or until there is money again. Good rows are stored, and each other one is refused with its line, field and reason, as is one of a banner that the campaign does not have, and one of a day that is not kept any more: after two years, unless the installation says otherwise. The same lines again change nothing."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Media campaigns", description: "Banners, and what came of them." })) {}
