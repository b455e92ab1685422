/** Storages that are Durable Objects in workerd, for one test file. */
import type { StoragePorts } from "@sellerkit/core"
import { Effect, type Layer } from "effect"
import { remoteLayer } from "./bridge/remote.ts"
import { makeCrossing, storagePorts } from "./storagePorts.ts"
import { startWorkerd } from "./workerd.ts"

export interface StorageObjects {
  /** An object of its own: opened each time that its layer is built, evicted with the layer's scope. */
  readonly make: Effect.Effect<Layer.Layer<StoragePorts, unknown>>
  stop(): Promise<void>
}

export const startStorageObjects = async (): Promise<StorageObjects> => {
  const { stop, url } = await startWorkerd("StorageObject.ts", { STORAGES: "StorageObject" })
  let objects = 0
  const make = Effect.sync(() => remoteLayer<StoragePorts>(new URL(`${objects++}`, url), makeCrossing, storagePorts))
  return { make, stop }
}
