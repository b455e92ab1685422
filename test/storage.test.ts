/** Every storage driver passes every suite. */
import { durableStorageSuite, storageSuite } from "@sellerkit/testing"
import { durableStorages, fileStorages, storages } from "./targets.ts"

for (const storage of [...storages, ...fileStorages]) storageSuite(storage)
for (const storage of durableStorages) durableStorageSuite(storage)
