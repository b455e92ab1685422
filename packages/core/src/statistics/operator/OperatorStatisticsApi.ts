/** Operations with which the marketplace's own side tells what came of campaigns. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { described } from "../../operator/described.ts"
import { RecordedLines } from "../../operator/RecordedLines.ts"

export class OperatorStatisticsApi extends HttpApiGroup.make("statistics")
  .add(
    HttpApiEndpoint.post("record", "/sellers/:sellerId/campaign-statistics", {
      params: { sellerId: SellerId },
      query: { sandbox: Schema.optionalKey(Schema.Boolean) },
      payload: Schema.String.pipe(HttpApiSchema.asText({ contentType: "application/x-ndjson" })),
      success: RecordedLines
    }).annotateMerge(
      described(
        "Record statistics of campaigns",
        "A row in each line, of a product on a day and a platform, or of a keyword on a day. A row replaces the one about the same. A growing `sum` of products is spending: it takes the campaign's budget, and pauses the campaign when nothing is left. Good rows are stored, and each other one is refused with its line, field and reason, as is one of a day that is not kept any more: after two years, unless the installation says otherwise. The same lines again change nothing."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Statistics", description: "What came of campaigns." })) {}
