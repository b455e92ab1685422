/** Every storage driver passes every suite. */
import { storageSuite } from "@sellerkit/testing"
import { storages } from "./targets.ts"

for (const storage of storages) storageSuite(storage)
