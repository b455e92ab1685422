/** Statistics reports of a seller. They may have many rows, which are read while they arrive. */
import type { Account } from "./Account.ts"
import { readArriving } from "./http/request.ts"
import { sellerAnswer } from "./http/sellerRequest.ts"

/** Such as `2026-01-15`. */
export interface ReportDays {
  readonly from: string
  readonly to: string
}

interface Report {
  readonly path: string
  /** What it is asked for: the rows since a day, those of a period, or those there are now. */
  readonly of: "now" | "period" | "since"
  /** Asked by a body. The rows are the objects at this depth of the answer: 1 in an array. */
  readonly body?: { readonly rowDepth: number }
}

/** What the operations are asked (Seller Statistics Reports, Statistics reports). */
export const reports = {
  orders: { path: "/api/v1/supplier/orders", of: "since" },
  sales: { path: "/api/v1/supplier/sales", of: "since" },
  incomes: { path: "/api/v1/supplier/incomes", of: "since" },
  stocks: { path: "/api/v1/supplier/stocks", of: "since" },
  currentStocks: {
    path: "/api/analytics/v1/stocks-report/marketplace-warehouses",
    of: "now",
    body: { rowDepth: 3 }
  },
  realization: { path: "/api/v5/supplier/reportDetailByPeriod", of: "period" },
  detailedRealization: { path: "/api/finance/v1/sales-reports/detailed", of: "period", body: { rowDepth: 1 } }
} as const satisfies Readonly<Record<string, Report>>
export type ReportName = keyof typeof reports

const asked = ({ of }: Report, { from, to }: ReportDays): Readonly<Record<string, string>> => ({
  ...(of === "now" ? {} : { dateFrom: from }),
  ...(of === "period" ? { dateTo: to } : {})
})

/** How many objects a row is in, itself included. */
export const rowDepthOf = (name: ReportName): number => {
  const { body }: Report = reports[name]
  return body?.rowDepth ?? 1
}

/** The answer, as texts in the order of their arrival. */
export const readReport = async (
  account: Account,
  name: ReportName,
  days: ReportDays,
  onText: (text: string) => void,
  signal: AbortSignal
): Promise<void> => {
  const report: Report = reports[name]
  const { path } = report
  const answer = await (report.body === undefined
    ? sellerAnswer("GET", account, path, { query: asked(report, days), signal })
    : sellerAnswer("POST", account, path, { body: asked(report, days), signal }))
  await readArriving(answer, onText, signal)
}
