/** Campaigns over every storage, and in two processes over those that take more than one. */
import { campaignProcessesSuite, campaignSuite } from "@sellerkit/testing"
import { sharedStorages, storages } from "./targets.ts"

for (const storage of storages) campaignSuite(storage)

for (const storage of sharedStorages) campaignProcessesSuite(storage)
