/** How often the operations on media campaigns may be called (Seller Statistics Reports, Limits). */
import { limitTable } from "../../limits/Limits.ts"

export const mediaLimits = limitTable({
  /** Stop, pause, launch, change banner bid. */
  mediaChanges: { permits: 10, window: "1 minute" },
  /** Count, list, information, statistics: not shown in the document (contract, Media campaigns). */
  mediaReads: { permits: 10, window: "1 second" }
})
