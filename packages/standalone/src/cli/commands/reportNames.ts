/** What people call the statistics reports. */
import type { ReportKind } from "@sellerkit/core"

export const reportNames = {
  incomes: "supplies",
  stocks: "stocks",
  orders: "orders",
  sales: "sales and returns",
  realization: "the realization report"
} as const satisfies Record<ReportKind, string>
