/** Every storage port over one database, and the health of the database. */
import { LaneTakers, observedStorage, type StorageError, type StoragePorts, WorkSignal } from "@sellerkit/core"
import { Layer } from "effect"
import type { SqliteDatabase } from "./database/SqliteDatabase.ts"
import * as SqliteDeliveryLog from "./delivery/SqliteDeliveryLog.ts"
import * as SqliteDeliveryQueue from "./delivery/SqliteDeliveryQueue.ts"
import * as SqliteDispatcherStore from "./delivery/SqliteDispatcherStore.ts"
import * as SqliteResendStore from "./delivery/SqliteResendStore.ts"
import * as SqliteEventStore from "./events/SqliteEventStore.ts"
import { SqliteHealth } from "./maintenance/SqliteHealth.ts"
import * as SqliteRetentionStore from "./maintenance/SqliteRetentionStore.ts"
import * as SqliteRecordStore from "./records/SqliteRecordStore.ts"
import * as SqliteWebhookStore from "./webhooks/SqliteWebhookStore.ts"

const ports = Layer.mergeAll(
  SqliteDeliveryLog.layer,
  SqliteDeliveryQueue.layer,
  SqliteDispatcherStore.layer,
  SqliteEventStore.layer,
  SqliteRecordStore.layer,
  SqliteResendStore.layer,
  SqliteRetentionStore.layer,
  SqliteWebhookStore.layer
).pipe(Layer.provide([LaneTakers.layer, WorkSignal.layer]))

export const portsOver = (
  database: Layer.Layer<SqliteDatabase, StorageError>
): Layer.Layer<SqliteHealth | StoragePorts, StorageError> =>
  Layer.merge(observedStorage(ports), SqliteHealth.layer).pipe(Layer.provide(database))
