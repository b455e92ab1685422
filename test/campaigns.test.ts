/** Campaigns over every storage. */
import { campaignSuite } from "@sellerkit/testing"
import { storages } from "./targets.ts"

for (const storage of storages) campaignSuite(storage)
