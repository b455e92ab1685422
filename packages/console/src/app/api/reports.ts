/** Statistics reports of a seller. They may have many rows, which are read while they arrive. */
import type { Account } from "./Account.ts"
import { notOfService, readArriving } from "./http/request.ts"
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
  /** How many rows one answer has at most. */
  readonly most: number
  /** Asked by a body. The rows are the objects at this depth of the answer: 1 in an array. */
  readonly body?: { readonly rowDepth: number }
}

/** What the operations are asked (Seller Statistics Reports, Statistics reports). */
export const reports = {
  orders: { path: "/api/v1/supplier/orders", of: "since", most: 80_000 },
  sales: { path: "/api/v1/supplier/sales", of: "since", most: 80_000 },
  incomes: { path: "/api/v1/supplier/incomes", of: "since", most: 100_000 },
  stocks: { path: "/api/v1/supplier/stocks", of: "since", most: 60_000 },
  currentStocks: {
    path: "/api/analytics/v1/stocks-report/marketplace-warehouses",
    of: "now",
    most: 250_000,
    body: { rowDepth: 3 }
  },
  realization: { path: "/api/v5/supplier/reportDetailByPeriod", of: "period", most: 100_000 },
  detailedRealization: {
    path: "/api/finance/v1/sales-reports/detailed",
    of: "period",
    most: 100_000,
    body: { rowDepth: 1 }
  }
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

/** Whether there may be rows that the answer does not have. The page asks once: it may do so once in a minute. */
export const mayHaveMore = (name: ReportName, rows: number): boolean => rows >= reports[name].most

const isJson = ({ headers }: Response): boolean => /^application\/json\b/.test(headers.get("content-type") ?? "")

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
  if (answer.body !== null && answer.status !== 204 && !isJson(answer)) throw notOfService()
  await readArriving(answer, onText, signal)
}
