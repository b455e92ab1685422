/** How often the operations on campaigns may be called (Seller Statistics Reports, Limits). */
import { limitTable } from "../../limits/Limits.ts"

export const campaignLimits = limitTable({
  automaticCreations: { permits: 1, window: "20 seconds" },
  auctionCreations: { permits: 5, window: "1 minute" },
  /** Remove, rename, lists, information, launch, pause, complete. */
  campaigns: { permits: 5, window: "1 second" },
  /** Automatic nomenclatures list and change. */
  automaticNomenclatures: { permits: 1, window: "1 second" },
  bids: { permits: 300, window: "1 minute" }
})
