/** One test of a storage suite: it starts with an empty storage, and with the test clock at zero. */
import { it } from "@effect/vitest"
import { History, Records, RetrySchedules, RevokedTokens, type StoragePorts } from "@sellerkit/core"
import { Effect, Layer } from "effect"
import type { StorageTarget } from "./StorageTarget.ts"

/** Services that stand on records alone, so that what they promise is shown over every driver. */
const onRecordsLayer = Layer.mergeAll(History.layer, RetrySchedules.layer, RevokedTokens.layer).pipe(
  Layer.provideMerge(Records.layer)
)

export type StorageServices = Layer.Success<typeof onRecordsLayer> | StoragePorts

/** A storage with the services that stand on its records. */
export const withServices = <E>(storage: Layer.Layer<StoragePorts, E>): Layer.Layer<StorageServices, E> =>
  Layer.provideMerge(onRecordsLayer, storage)

export const storageTest =
  ({ layer }: StorageTarget) =>
  (title: string, body: Effect.Effect<void, unknown, StorageServices>): void =>
    it.effect(title, () => Effect.provide(body, withServices(layer)))
