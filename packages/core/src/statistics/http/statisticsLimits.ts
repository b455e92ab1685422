/** How often the statistics of campaigns may be asked for (Seller Statistics Reports, Limits). */
import { limitTable } from "../../limits/Limits.ts"

export const statisticsLimits = limitTable({
  campaignStatistics: { permits: 1, window: "1 minute" },
  /** Clusters, key phrase statistics, keyword statistics. */
  phraseStatistics: { permits: 4, window: "1 second" }
})
