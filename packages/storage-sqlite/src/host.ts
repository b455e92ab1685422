/** Every storage port over an SQLite of one's own, such as an edge platform's. */
import { observedStorage, type StorageError, type StoragePorts } from "@sellerkit/core"
import { type Effect, Layer, type Scope } from "effect"
import { SqliteDatabase } from "./SqliteDatabase.ts"
import * as SqliteDeliveryLog from "./SqliteDeliveryLog.ts"
import * as SqliteDeliveryQueue from "./SqliteDeliveryQueue.ts"
import * as SqliteEventStore from "./SqliteEventStore.ts"
import * as SqliteHistoryStore from "./SqliteHistoryStore.ts"
import type { SqliteHost } from "./SqliteHost.ts"
import * as SqliteResendStore from "./SqliteResendStore.ts"
import * as SqliteRetentionStore from "./SqliteRetentionStore.ts"
import * as SqliteRevokedTokens from "./SqliteRevokedTokens.ts"
import * as SqliteWebhookStore from "./SqliteWebhookStore.ts"
import { Work } from "./Work.ts"

export type { SqliteHost, SqlValue } from "./SqliteHost.ts"

const ports = Layer.mergeAll(
  SqliteDeliveryLog.layer,
  SqliteDeliveryQueue.layer,
  SqliteEventStore.layer,
  SqliteHistoryStore.layer,
  SqliteResendStore.layer,
  SqliteRetentionStore.layer,
  SqliteRevokedTokens.layer,
  SqliteWebhookStore.layer
).pipe(Layer.provide(Work.layer))

/** The schema is brought up to date first. */
export const layer = (
  open: Effect.Effect<SqliteHost, StorageError, Scope.Scope>
): Layer.Layer<StoragePorts, StorageError> => observedStorage(Layer.provide(ports, SqliteDatabase.layer(open)))
