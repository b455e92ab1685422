/** How often the operations on products may be called (Seller Statistics Reports, Limits). */
import { limitTable } from "../../limits/Limits.ts"

export const productLimits = limitTable({
  campaignSubjects: { permits: 1, window: "12 seconds" },
  campaignNomenclatures: { permits: 5, window: "1 minute" }
})
