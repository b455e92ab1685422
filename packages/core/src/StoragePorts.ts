/** Every port of storage: what a driver provides. */
import { DeliveryLog } from "./delivery/DeliveryLog.ts"
import { DeliveryQueue } from "./delivery/DeliveryQueue.ts"
import { ResendStore } from "./delivery/ResendStore.ts"
import { DispatcherStore } from "./dispatchers/DispatcherStore.ts"
import { EventStore } from "./events/EventStore.ts"
import { RecordStore } from "./records/RecordStore.ts"
import { RetentionStore } from "./retention/RetentionStore.ts"
import { WebhookStore } from "./webhooks/WebhookStore.ts"

export const storagePorts = [
  DeliveryLog,
  DeliveryQueue,
  DispatcherStore,
  EventStore,
  RecordStore,
  ResendStore,
  RetentionStore,
  WebhookStore
] as const

export type StoragePorts = (typeof storagePorts)[number]["Identifier"]
