/** The options of a Worker as far as they concern what stands before the sellers' objects. */
import {
  DeliveryLog,
  DeliveryQueue,
  EventStore,
  RecordStore,
  ResendStore,
  RetentionStore,
  WebhookStore
} from "@sellerkit/core"
import { type CheckedOptions, checkOptions } from "@sellerkit/embed/portable"
import { Effect, Layer } from "effect"
import { type AnyWorkerOptions, ofWorkers } from "./WorkerOptions.ts"

/** Sellers' data are not here. What asks for them is refused before. */
const noStorage = Layer.mergeAll(
  Layer.mock(DeliveryLog, {}),
  Layer.mock(DeliveryQueue, {}),
  Layer.mock(EventStore, {}),
  Layer.mock(RecordStore, {}),
  Layer.mock(ResendStore, {}),
  Layer.mock(RetentionStore, {}),
  Layer.mock(WebhookStore, {})
)

/** Throws what is wrong with them. */
export const checkedWithoutData = (options: AnyWorkerOptions): CheckedOptions =>
  Effect.runSync(checkOptions({ ...options, storage: noStorage }, ofWorkers))
