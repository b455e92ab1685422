/** A Durable Object's SQLite in workerd passes every suite of storage drivers. */
import { deliverySuite, differentialSuite, durableStorageSuite, storageSuite } from "@sellerkit/testing"
import * as MemoryStorage from "@sellerkit/storage-memory"
import type { StoragePorts } from "@sellerkit/core"
import { FetchTransport } from "@sellerkit/core/delivery"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { afterAll } from "vitest"
import { remoteLayer } from "./bridge/remote.ts"
import { makeCrossing, storagePorts } from "./storagePorts.ts"
import { startWorkerd } from "./workerd.ts"

const workerd = await startWorkerd("StorageObject.ts", { STORAGES: "StorageObject" })
afterAll(() => workerd.stop())

let objects = 0

/** Of an object of its own, opened anew each time that it is built. */
const newStorage = Effect.sync(() =>
  remoteLayer<StoragePorts>(new URL(`${objects++}`, workerd.url), makeCrossing, storagePorts)
)

const storage = { name: "Durable Object", layer: Layer.unwrap(newStorage), trials: 0.25 }

storageSuite(storage)
durableStorageSuite({ name: storage.name, make: newStorage })
differentialSuite({ name: "memory", layer: MemoryStorage.layer }, storage)
deliverySuite(storage, { name: "fetch", layer: Layer.provide(FetchTransport.layer, FetchHttpClient.layer) })
