/** The simulated market over every storage. */
import { marketSuite } from "@sellerkit/testing"
import { storages } from "./targets.ts"

for (const storage of storages) marketSuite(storage, storages[0]!)
