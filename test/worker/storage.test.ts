/** A Durable Object's SQLite, in workerd, passes every suite of storage drivers. */
import * as MemoryStorage from "@sellerkit/storage-memory"
import { differentialSuite, durableStorageSuite, storageSuite } from "@sellerkit/testing"
import { Layer } from "effect"
import { afterAll } from "vitest"
import { startStorageObjects } from "./storageObjects.ts"

const { make, stop } = await startStorageObjects()
afterAll(stop)

const storage = { name: "Durable Object", layer: Layer.unwrap(make), trials: 0.25 }

storageSuite(storage)
durableStorageSuite({ name: storage.name, make, isShared: false })
differentialSuite({ name: "memory", layer: MemoryStorage.layer }, storage)
