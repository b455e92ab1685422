/** The operation with which the marketplace's own side tells the rows of reports. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { declared } from "../../http/operation/Problem.ts"
import { described } from "../../operator/described.ts"
import { RecordedLines } from "../../operator/RecordedLines.ts"
import { PlainText } from "../../validation/PlainText.ts"
import { ReportKind } from "../ReportKind.ts"

// our choice: as those of events.
const ChunkKey = PlainText.check(Schema.isBetweenCodePoints(1, 200))

export class OperatorReportsApi extends HttpApiGroup.make("reports")
  .add(
    HttpApiEndpoint.post("record", "/sellers/:sellerId/reports/:kind", {
      params: { sellerId: SellerId, kind: ReportKind },
      query: { sandbox: Schema.optionalKey(Schema.Boolean) },
      headers: { "idempotency-key": Schema.optionalKey(ChunkKey) },
      payload: Schema.String.pipe(HttpApiSchema.asText({ contentType: "application/x-ndjson" })),
      success: RecordedLines,
      error: declared.Conflict
    }).annotateMerge(
      described(
        "Record rows of a report",
        "A row in each line, also compressed (`Content-Encoding: gzip`). A row replaces the one with its key: `srid` of orders, `srid` and `saleID` of sales, `rrd_id` of realization, `nmId`, `barcode` and `warehouseName` of stocks, `incomeId` and `barcode` of incomes. Good rows are stored, and each other one is refused with its line, field and reason. Sellers see them after the next refresh. The same lines again change nothing; a chunk with an `Idempotency-Key` is answered as it was for some days, and 409 where the key was used for other lines."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(
    OpenApi.annotations({ title: "Reports", description: "Supplies, stocks, orders, sales and money." })
  ) {}
