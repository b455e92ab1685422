/** How often the operations on phrases may be called (Seller Statistics Reports, Limits). */
import { limitTable } from "../../limits/Limits.ts"

export const phraseLimits = limitTable({
  /** Both operations. */
  fixedPhrases: { permits: 1, window: "500 millis" },
  /** Of phrase match, of exact match, and from search. */
  minusPhrases: { permits: 2, window: "1 second" },
  automaticMinusPhrases: { permits: 1, window: "6 seconds" }
})
