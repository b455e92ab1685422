/** How often reports may be asked for (Seller Statistics Reports, Limits). Each report has a budget of its own. */
import { limitTable } from "../../limits/Limits.ts"

export const reportLimits = limitTable({
  /** Supplies, stocks (old), orders, sales, realization detail; contract: its new version as well. */
  statisticsReports: { permits: 1, window: "1 minute" },
  currentStocks: { permits: 1, window: "20 seconds", isPerAccount: true }
})
