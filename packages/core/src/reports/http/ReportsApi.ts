/** Statistics reports (Seller Statistics Reports, Endpoints, Statistics reports; contract, entries of the operations). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { RefusedInput } from "../../http/middleware/RefusedInput.ts"
import { StatusAdmission } from "../../http/middleware/StatusAdmission.ts"
import { type Operation, operation } from "../../http/operation/Operation.ts"
import { type InputRefusals, refusing } from "../../http/refusals/InputRefusals.ts"
import { MoscowDateTime } from "../../time/MoscowDateTime.ts"
import { mayBeEmpty, mayBeLeftOut } from "../../validation/mayBeLeftOut.ts"
import { NumericId, numericIds } from "../../validation/WholeNumber.ts"
import { reportKinds } from "../ReportKind.ts"
import { IncomeRow } from "../rows/IncomeRow.ts"
import { OrderRow } from "../rows/OrderRow.ts"
import { RealizationRow } from "../rows/RealizationRow.ts"
import { SaleRow } from "../rows/SaleRow.ts"
import { StockRow } from "../rows/StockRow.ts"
import { DetailedRealizationRow } from "./detailedRealizationView.ts"
import { asReportErrors, asReportProblem, declaredReportProblem } from "./reportErrors.ts"
import { reportLimits } from "./reportLimits.ts"
import { refusals } from "./reportRefusals.ts"
import { CurrentStocks } from "./currentStocksView.ts"

const optional = Schema.optionalKey

const sinceQuery = { dateFrom: MoscowDateTime }
const flagQuery = { ...sinceQuery, flag: optional(Schema.Literals([0, 1])) }

const limits = { minimum: 1, maximum: reportKinds.realization.most }

/** Contract, Stocks report (current): at most so many rows. */
export const mostCurrentStocks = 250_000

const Limit = Schema.Int.check(Schema.isBetween(limits))
const Period = Schema.Literals(["weekly", "daily"])

const ids = (most: number) => Schema.Array(NumericId).check(Schema.isMaxLength(most))

// our choice: sizes are as many as a product has, a few of each.
const CurrentStocksRequest = Schema.Struct({
  nmIds: mayBeLeftOut(ids(1000)),
  chrtIds: mayBeLeftOut(ids(1000)),
  limit: mayBeLeftOut(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostCurrentStocks }))),
  offset: mayBeLeftOut(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 32 - 1 })))
}).annotate({ identifier: "CurrentStocksRequest" })

const DetailedRequest = Schema.Struct({
  dateFrom: MoscowDateTime,
  dateTo: MoscowDateTime,
  limit: mayBeLeftOut(Limit),
  rrdId: mayBeLeftOut(NumericId),
  period: mayBeLeftOut(Period),
  // our choice: more than there are fields.
  fields: mayBeLeftOut(Schema.Array(Schema.String).check(Schema.isMaxLength(200)))
}).annotate({ identifier: "DetailedRealizationRequest" })

const statistics = (summary: string, description: string): Operation => ({
  summary,
  description,
  access: accessRules.statisticsReports,
  streamsRows: true,
  limit: reportLimits.statisticsReports
})

const refusingSince = refusing({
  body: asReportErrors,
  missing: { "query.dateFrom": refusals.dateFromMissing },
  fields: { "query.flag": refusals.flag },
  otherwise: refusals.dateFrom
})

const periodRefusals = (title: string, part: "body" | "query"): InputRefusals => ({
  body: asReportProblem(title),
  missing: { [`${part}.dateFrom`]: refusals.periodFrom, [`${part}.dateTo`]: refusals.periodTo },
  fields: { [`${part}.dateFrom`]: refusals.periodFromWrong, [`${part}.dateTo`]: refusals.periodToWrong },
  otherwise: refusals.parameters
})

const currentStocks = {
  payload: mayBeEmpty(CurrentStocksRequest),
  success: CurrentStocks,
  error: declaredReportProblem
} as const

const askingCurrentStocks: Operation = {
  summary: "Stocks report (current)",
  description: "What is in the marketplace's warehouses, by products and sizes, always in the same order.",
  access: accessRules.currentStocks,
  streamsRows: true,
  limit: reportLimits.currentStocks
}

const refusingStocks = refusing({ body: asReportProblem("stocks report"), otherwise: refusals.parameters })

const stocksReport = "/api/analytics/v1/stocks-report"

export class ReportsApi extends HttpApiGroup.make("reports")
  .add(
    HttpApiEndpoint.get("incomes", "/api/v1/supplier/incomes", {
      query: sinceQuery,
      success: Schema.Array(IncomeRow),
      error: asReportErrors.declared
    })
      .annotateMerge(
        operation(
          statistics("Supplies report", "Supplies that were changed at `dateFrom` or later; at most 100,000 rows.")
        )
      )
      .annotateMerge(refusingSince),
    HttpApiEndpoint.post("currentStocks", `${stocksReport}/marketplace-warehouses`, currentStocks)
      .annotateMerge(operation(askingCurrentStocks))
      .annotateMerge(refusingStocks),
    // our choice: existing clients call it by this path (contract, Must-do list, 2).
    HttpApiEndpoint.post("currentStocksAlias", `${stocksReport}/wb-warehouses`, currentStocks)
      .annotateMerge(
        operation({
          ...askingCurrentStocks,
          summary: "Stocks report (current) (/wb-warehouses)",
          aliasOf: "reports.currentStocks"
        })
      )
      .annotateMerge(refusingStocks),
    HttpApiEndpoint.get("stocks", "/api/v1/supplier/stocks", {
      query: sinceQuery,
      success: Schema.Array(StockRow),
      error: asReportErrors.declared
    })
      .annotateMerge(
        operation(
          statistics(
            "Stocks report (old)",
            "What is in warehouses, of what was changed at `dateFrom` or later; at most 60,000 rows."
          )
        )
      )
      .annotateMerge(refusingSince),
    HttpApiEndpoint.get("orders", "/api/v1/supplier/orders", {
      query: flagQuery,
      success: Schema.Array(OrderRow),
      error: asReportErrors.declared
    })
      .annotateMerge(
        operation(
          statistics(
            "Orders report",
            "Orders of the last 90 days. With `flag=0` those that were changed at `dateFrom` or later, at most 80,000; with `flag=1` all of that day."
          )
        )
      )
      .annotateMerge(refusingSince),
    HttpApiEndpoint.get("sales", "/api/v1/supplier/sales", {
      query: flagQuery,
      success: Schema.Array(SaleRow),
      error: asReportErrors.declared
    })
      .annotateMerge(
        operation(
          statistics(
            "Sales and returns report",
            "Sales and returns of the last 90 days. With `flag=0` those that were changed at `dateFrom` or later, at most 80,000; with `flag=1` all of that day."
          )
        )
      )
      .annotateMerge(refusingSince),
    HttpApiEndpoint.get("realization", "/api/v5/supplier/reportDetailByPeriod", {
      query: {
        dateFrom: MoscowDateTime,
        dateTo: MoscowDateTime,
        limit: optional(Limit),
        rrdid: optional(NumericId),
        period: optional(Period)
      },
      success: [Schema.Array(RealizationRow), HttpApiSchema.NoContent],
      error: declaredReportProblem
    })
      .annotateMerge(
        operation({
          ...statistics(
            "Realization detail (current)",
            "What was sold, returned and charged, by days. The next part begins after the `rrd_id` of the last row; 204 when there is nothing more."
          ),
          bounds: { limit: limits, rrdid: numericIds }
        })
      )
      .annotateMerge(refusing(periodRefusals("GetReportDetailByPeriodNB decode error", "query"))),
    HttpApiEndpoint.post("detailed", "/api/finance/v1/sales-reports/detailed", {
      payload: DetailedRequest,
      success: [Schema.Array(DetailedRealizationRow), HttpApiSchema.NoContent],
      error: declaredReportProblem
    })
      .annotateMerge(
        operation({
          summary: "Realization detail (new version)",
          description:
            "The same under other names, with sums as texts, and only the `fields` that are asked for. 204 when there is nothing more.",
          access: accessRules.finance,
          streamsRows: true,
          limit: reportLimits.statisticsReports
        })
      )
      .annotateMerge(refusing(periodRefusals("sales report decode error", "body")))
  )
  .middleware(RefusedInput)
  .middleware(StatusAdmission)
  .annotateMerge(
    OpenApi.annotations({
      title: "Reports",
      description: "Supplies, stocks, orders, sales and returns, and what they came to. Refreshed every 30 minutes."
    })
  ) {}
