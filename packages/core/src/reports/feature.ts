/** Statistics reports: supplies, stocks, orders, sales and returns, realization detail. */
import { Duration } from "effect"
import { feature } from "../Feature.ts"
import { recordRetention } from "../records/recordRetention.ts"
import { reportLimits } from "./http/reportLimits.ts"
import { ReportsHandlers } from "./http/ReportsHandlers.ts"
import { ReportChunks, reportChunks } from "./operator/ReportChunks.ts"
import { formerRows, reportRows } from "./reportRecords.ts"
import { Reports } from "./Reports.ts"

export const reports = feature({
  handlers: [ReportsHandlers],
  services: [Reports.layer, ReportChunks.layer],
  jobs: [],
  limits: reportLimits,
  retention: {
    // Seller Statistics Reports, Orders report row, Sales and returns report row.
    reportOrders: recordRetention(reportRows.orders, Duration.days(90)),
    reportSales: recordRetention(reportRows.sales, Duration.days(90)),
    // our choice: the documents do not say how long. Five years, as long as sellers have to keep their books.
    reportIncomes: recordRetention(reportRows.incomes, Duration.days(1827)),
    reportRealization: recordRetention(reportRows.realization, Duration.days(1827)),
    // our choice: no answer takes longer to read.
    reportFormerRows: recordRetention(formerRows, Duration.hours(3)),
    // our choice: an import that was interrupted goes on within days.
    reportChunks: recordRetention(reportChunks, Duration.days(3))
  }
})
