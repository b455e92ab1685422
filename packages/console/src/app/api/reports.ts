/** Statistics reports of a seller. They may have many rows, which are read while they arrive. */
import type { Account } from "./Account.ts"
import { Failure } from "./Failure.ts"
import type { Query } from "./queryText.ts"
import { sellerAnswer } from "./sellerRequest.ts"

interface Report {
  readonly path: string
  readonly query: (days: ReportDays) => Query
}

/** Such as `2026-01-15`. */
export interface ReportDays {
  readonly from: string
  readonly to: string
}

const since = ({ from }: ReportDays): Query => ({ dateFrom: from })

/** What the operations are asked (Seller Statistics Reports, Operations). */
export const reports = {
  orders: { path: "/api/v1/supplier/orders", query: since },
  sales: { path: "/api/v1/supplier/sales", query: since },
  incomes: { path: "/api/v1/supplier/incomes", query: since },
  stocks: { path: "/api/v1/supplier/stocks", query: since },
  realization: {
    path: "/api/v5/supplier/reportDetailByPeriod",
    query: ({ from, to }: ReportDays) => ({ dateFrom: from, dateTo: to })
  }
} as const satisfies Readonly<Record<string, Report>>
export type ReportName = keyof typeof reports

/** The answer, as texts in the order of their arrival. */
export const readReport = async (
  account: Account,
  name: ReportName,
  days: ReportDays,
  onText: (text: string) => void,
  signal: AbortSignal
): Promise<void> => {
  const { path, query } = reports[name]
  const { body } = await sellerAnswer(account, path, { query: query(days), signal })
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) onText(part.value)
  } catch (cause) {
    if (signal.aborted) throw cause
    // It ended before all of it had come.
    throw new Failure({ kind: "unreachable" })
  }
}
