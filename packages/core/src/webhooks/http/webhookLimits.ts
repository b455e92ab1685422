/**
 * How often the operations on webhooks and their histories may be called. The webhook API answers 429, but the values of its limits
 * are not shown (Seller Webhooks Service, Limits).
 */
import { limitTable } from "../../limits/Limits.ts"

// our choice: generous ones; the two that make the service call out are lower.
export const webhookLimits = limitTable({
  webhookReads: { permits: 1200, window: "1 minute" },
  webhookWrites: { permits: 300, window: "1 minute" },
  webhookHistory: { permits: 600, window: "1 minute" },
  webhookTests: { permits: 120, window: "1 minute" },
  urlChecks: { permits: 60, window: "1 minute" }
})
