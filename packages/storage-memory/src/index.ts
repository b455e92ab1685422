/** Every storage port in memory: for tests, simulations and services that may forget everything when they stop. */
import { observedStorage, type StoragePorts } from "@sellerkit/core"
import { Layer } from "effect"
import * as MemoryDeliveryLog from "./MemoryDeliveryLog.ts"
import * as MemoryDeliveryQueue from "./MemoryDeliveryQueue.ts"
import * as MemoryDispatcherStore from "./MemoryDispatcherStore.ts"
import * as MemoryEventStore from "./MemoryEventStore.ts"
import * as MemoryRecordStore from "./MemoryRecordStore.ts"
import * as MemoryResendStore from "./MemoryResendStore.ts"
import * as MemoryRetentionStore from "./MemoryRetentionStore.ts"
import * as MemoryWebhookStore from "./MemoryWebhookStore.ts"
import { MemoryState } from "./state/MemoryState.ts"

const ports = Layer.mergeAll(
  MemoryDeliveryLog.layer,
  MemoryDeliveryQueue.layer,
  MemoryDispatcherStore.layer,
  MemoryEventStore.layer,
  MemoryRecordStore.layer,
  MemoryResendStore.layer,
  MemoryRetentionStore.layer,
  MemoryWebhookStore.layer
)

/** The ports share one state, which begins empty. */
export const layer: Layer.Layer<StoragePorts> = observedStorage(Layer.provide(ports, MemoryState.layer))
