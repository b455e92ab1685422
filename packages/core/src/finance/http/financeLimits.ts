/** How often the operations on money may be called (Seller Statistics Reports, Limits). */
import { limitTable } from "../../limits/Limits.ts"

export const financeLimits = limitTable({
  balance: { permits: 1, window: "1 second" },
  campaignBudgets: { permits: 4, window: "1 second" },
  /** Top-up, costs history, top-up history. */
  campaignMoney: { permits: 1, window: "1 second" }
})
