/** Every port of storage: what a driver provides. */
import { DeliveryLog } from "./delivery/queue/DeliveryLog.ts"
import { DeliveryQueue } from "./delivery/queue/DeliveryQueue.ts"
import { ResendStore } from "./delivery/resend/ResendStore.ts"
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
