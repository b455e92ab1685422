/** The simulated market over every storage. */
import { marketReportsSuite, marketSuite, mediaMarketSuite } from "@sellerkit/testing"
import { storages } from "./targets.ts"

for (const storage of storages) {
  marketSuite(storage, storages[0]!)
  mediaMarketSuite(storage, storages[0]!)
}

// Months pass. Rows are drawn from what the suite of the market finds in every storage.
marketReportsSuite(storages[0]!)
