/** How often the operations on notes may be called. */
import { limitTable } from "../../limits/Limits.ts"

// our choice: a report takes more than a page.
export const noteLimits = limitTable({
  notes: { permits: 300, window: "1 minute" },
  noteReports: { permits: 10, window: "1 minute" }
})
