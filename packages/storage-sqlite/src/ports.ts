/** Every storage port over one database, and the health of the database. */
import { observedStorage, type StorageError, type StoragePorts, WorkSignal } from "@sellerkit/core"
import { Layer } from "effect"
import type { SqliteDatabase } from "./SqliteDatabase.ts"
import * as SqliteDeliveryLog from "./SqliteDeliveryLog.ts"
import * as SqliteDeliveryQueue from "./SqliteDeliveryQueue.ts"
import * as SqliteDispatcherStore from "./SqliteDispatcherStore.ts"
import * as SqliteEventStore from "./SqliteEventStore.ts"
import { SqliteHealth } from "./SqliteHealth.ts"
import * as SqliteRecordStore from "./records/SqliteRecordStore.ts"
import * as SqliteResendStore from "./SqliteResendStore.ts"
import * as SqliteRetentionStore from "./SqliteRetentionStore.ts"
import * as SqliteWebhookStore from "./SqliteWebhookStore.ts"

const ports = Layer.mergeAll(
  SqliteDeliveryLog.layer,
  SqliteDeliveryQueue.layer,
  SqliteDispatcherStore.layer,
  SqliteEventStore.layer,
  SqliteRecordStore.layer,
  SqliteResendStore.layer,
  SqliteRetentionStore.layer,
  SqliteWebhookStore.layer
).pipe(Layer.provide(WorkSignal.layer))

export const portsOver = (
  database: Layer.Layer<SqliteDatabase, StorageError>
): Layer.Layer<SqliteHealth | StoragePorts, StorageError> =>
  Layer.merge(observedStorage(ports), SqliteHealth.layer).pipe(Layer.provide(database))
