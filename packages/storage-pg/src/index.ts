/** Every storage port on PostgreSQL: one database, as many processes as wanted. */
import type { PgClient } from "@effect/sql-pg"
import { observedStorage, type StorageError, type StoragePorts } from "@sellerkit/core"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { migrate } from "./migrate.ts"
import * as PgDeliveryLog from "./PgDeliveryLog.ts"
import * as PgDeliveryQueue from "./PgDeliveryQueue.ts"
import { PgDatabase } from "./PgDatabase.ts"
import * as PgEventStore from "./PgEventStore.ts"
import * as PgHistoryStore from "./PgHistoryStore.ts"
import * as PgResendStore from "./PgResendStore.ts"
import * as PgRetentionStore from "./PgRetentionStore.ts"
import * as PgRevokedTokens from "./PgRevokedTokens.ts"
import * as PgWebhookStore from "./PgWebhookStore.ts"
import { Work } from "./Work.ts"

export { migrate } from "./migrate.ts"
export { DatabaseTime } from "./PgDatabase.ts"

const ports = Layer.mergeAll(
  PgDeliveryLog.layer,
  PgDeliveryQueue.layer,
  PgEventStore.layer,
  PgHistoryStore.layer,
  PgResendStore.layer,
  PgRetentionStore.layer,
  PgRevokedTokens.layer,
  PgWebhookStore.layer
)

/** Brings the schema up to date. It needs the right to create tables, which nothing else does. */
export const layerMigrations: Layer.Layer<never, StorageError, SqlClient.SqlClient> = Layer.effectDiscard(migrate)

/** The ports, over a schema that is there. */
export const layerStores: Layer.Layer<StoragePorts, never, PgClient.PgClient> = observedStorage(
  Layer.provide(ports, Layer.merge(PgDatabase.layer, Work.layer))
)

/** The ports, over a schema that is brought up to date first. */
export const layer: Layer.Layer<StoragePorts, StorageError, PgClient.PgClient | SqlClient.SqlClient> = Layer.provide(
  layerStores,
  layerMigrations
)
