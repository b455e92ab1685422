/** Every port of storage: what a driver provides. */
import type { DeliveryLog } from "./delivery/DeliveryLog.ts"
import type { DeliveryQueue } from "./delivery/DeliveryQueue.ts"
import type { ResendStore } from "./delivery/ResendStore.ts"
import type { EventStore } from "./events/EventStore.ts"
import type { HistoryStore } from "./history/HistoryStore.ts"
import type { RevokedTokens } from "./access/RevokedTokens.ts"
import type { RetentionStore } from "./retention/RetentionStore.ts"
import type { WebhookStore } from "./webhooks/WebhookStore.ts"

export type StoragePorts =
  | DeliveryLog
  | DeliveryQueue
  | EventStore
  | HistoryStore
  | ResendStore
  | RetentionStore
  | RevokedTokens
  | WebhookStore
