/** Every port of storage: what a driver provides. */
import { DeliveryLog } from "./delivery/DeliveryLog.ts"
import { DeliveryQueue } from "./delivery/DeliveryQueue.ts"
import { ResendStore } from "./delivery/ResendStore.ts"
import { RetryScheduleStore } from "./delivery/RetryScheduleStore.ts"
import { EventStore } from "./events/EventStore.ts"
import { HistoryStore } from "./history/HistoryStore.ts"
import { RecordStore } from "./records/RecordStore.ts"
import { RevokedTokens } from "./access/RevokedTokens.ts"
import { RetentionStore } from "./retention/RetentionStore.ts"
import { WebhookStore } from "./webhooks/WebhookStore.ts"

export const storagePorts = [
  DeliveryLog,
  DeliveryQueue,
  EventStore,
  HistoryStore,
  RecordStore,
  ResendStore,
  RetentionStore,
  RetryScheduleStore,
  RevokedTokens,
  WebhookStore
] as const

export type StoragePorts = (typeof storagePorts)[number]["Identifier"]
