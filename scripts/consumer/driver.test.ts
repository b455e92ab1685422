/** The suites, as the author of a storage driver runs them. */
import * as MemoryStorage from "@sellerkit/storage-memory"
import { storageSuite } from "@sellerkit/testing"

storageSuite({ name: "memory", layer: MemoryStorage.layer })
