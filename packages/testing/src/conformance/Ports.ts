/** What a storage driver provides. */
import type { DeliveryLog, DeliveryQueue, EventStore, HistoryStore, RevokedTokens, WebhookStore } from "@sellerkit/core"
import type { Layer } from "effect"

export type Ports = DeliveryLog | DeliveryQueue | EventStore | HistoryStore | RevokedTokens | WebhookStore

/**
 * A driver under test. `layer` gives an empty storage each time it is built, and takes its time from the Effect clock, so
 * that tests can move it.
 */
export interface StorageTarget {
  readonly name: string
  readonly layer: Layer.Layer<Ports, unknown>
}
