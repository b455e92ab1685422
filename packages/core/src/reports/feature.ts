/** Statistics reports: supplies, stocks, orders, sales and returns, realization detail. */
import { Duration } from "effect"
import { feature } from "../Feature.ts"
import { recordRetention } from "../records/recordRetention.ts"
import { formerRows, reportRows } from "./reportRecords.ts"
import { Reports } from "./Reports.ts"

export const reports = feature({
  handlers: [],
  services: [Reports.layer],
  jobs: [],
  limits: {},
  retention: {
    // Seller Statistics Reports, Orders report row, Sales and returns report row.
    reportOrders: recordRetention(reportRows.orders, Duration.days(90)),
    reportSales: recordRetention(reportRows.sales, Duration.days(90)),
    // our choice: the documents do not say how long. Five years, as long as sellers have to keep their books.
    reportIncomes: recordRetention(reportRows.incomes, Duration.days(1827)),
    reportRealization: recordRetention(reportRows.realization, Duration.days(1827)),
    // our choice: no answer takes longer to read.
    reportFormerRows: recordRetention(formerRows, Duration.hours(3))
  }
})
