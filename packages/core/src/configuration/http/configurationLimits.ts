/** How often configuration values may be read (Seller Statistics Reports, Limits). */
import { limitTable } from "../../limits/Limits.ts"

export const configurationLimits = limitTable({
  campaignConfiguration: { permits: 1, window: "1 minute", isPerAccount: true }
})
