/** Every storage port on PostgreSQL: one database, as many processes as wanted. */
import { PgClient } from "@effect/sql-pg"
import {
  LaneTakers,
  observedStorage,
  StorageError,
  StorageOutage,
  type StoragePorts,
  WorkSignal
} from "@sellerkit/core"
import { Effect, Layer, type Redacted } from "effect"
import type { RateLimiter } from "effect/persistence"
import { SqlClient } from "effect/sql"
import { layerConnections, pooledConnectionLayer } from "./connection/Connections.ts"
import { databaseUrlAdvice, parseDatabaseUrl } from "./connection/DatabaseUrl.ts"
import { PgDatabase } from "./connection/PgDatabase.ts"
import { workSignalLayer } from "./connection/WorkNotifications.ts"
import * as PgDeliveryLog from "./delivery/PgDeliveryLog.ts"
import * as PgDeliveryQueue from "./delivery/PgDeliveryQueue.ts"
import * as PgDispatcherStore from "./delivery/PgDispatcherStore.ts"
import * as PgResendStore from "./delivery/PgResendStore.ts"
import * as EventTypes from "./events/EventTypes.ts"
import * as PgEventStore from "./events/PgEventStore.ts"
import { PgHealth } from "./maintenance/PgHealth.ts"
import * as PgRetentionStore from "./maintenance/PgRetentionStore.ts"
import * as PgRateLimiterStore from "./PgRateLimiterStore.ts"
import * as PgRecordStore from "./records/PgRecordStore.ts"
import { makeRequestScopedDatabase } from "./RequestScopedDatabase.ts"
import { migrateWith } from "./schema/migrate.ts"
import { migrations } from "./schema/migrations/index.ts"
import { checkServer } from "./schema/Server.ts"
import * as PgWebhookStore from "./webhooks/PgWebhookStore.ts"

export { AnswerLimit } from "./connection/AnswerLimit.ts"
export { awaitServer, connectionLayer, layerConnections, pooledConnectionLayer } from "./connection/Connections.ts"
export { type DatabaseUrl, parseDatabaseUrl } from "./connection/DatabaseUrl.ts"
export { DatabaseTime } from "./connection/PgDatabase.ts"
export { WorkSource } from "./connection/WorkNotifications.ts"
export { inspect, type Inspection, storedSecrets } from "./maintenance/Inspection.ts"
export { PgHealth, type PgProblem } from "./maintenance/PgHealth.ts"
export { grantTo } from "./maintenance/rights.ts"
export { migrateWith } from "./schema/migrate.ts"
export { type Migration, migrations } from "./schema/migrations/index.ts"
export { judgeSchema, judgeServer, readServer, type Server, type ServerProblem } from "./schema/Server.ts"

const allPorts = Layer.mergeAll(
  PgDeliveryLog.layer,
  PgDeliveryQueue.layer,
  PgDispatcherStore.layer,
  PgEventStore.layer,
  PgRecordStore.layer,
  PgResendStore.layer,
  PgRetentionStore.layer,
  PgWebhookStore.layer
)

const ports = Layer.provide(allPorts, LaneTakers.layer)

/** Brings the schema up to date, as a step of its own. */
export const migrate = migrateWith(migrations)

/** Brings the schema up to date. Only this needs the right to change the schema, and only where there is something to change. */
export const layerMigrations: Layer.Layer<never, StorageError, SqlClient.SqlClient> = Layer.effectDiscard(migrate)

// The same layer for all that is built together over a client.
const outage = StorageOutage.layer

const stores: Layer.Layer<StoragePorts, StorageError, PgClient.PgClient> = observedStorage(
  Layer.merge(ports, EventTypes.layer).pipe(
    Layer.provide(Layer.merge(PgDatabase.layer, Layer.provide(workSignalLayer, outage)))
  ),
  outage
)

/** The ports, over a schema that exists and is as new as this version. */
export const layerStores: Layer.Layer<StoragePorts, StorageError, PgClient.PgClient> = Layer.provide(
  stores,
  Layer.effectDiscard(Effect.provideServiceEffect(checkServer, SqlClient.SqlClient, PgClient.PgClient))
)

/** Rate budgets that all processes over one database share. The schema has to exist. */
export const layerRateLimiterStore: Layer.Layer<RateLimiter.RateLimiterStore, never, PgClient.PgClient> =
  PgRateLimiterStore.layer.pipe(Layer.provide(Layer.merge(PgDatabase.layer, outage)))

/** The health of the database. */
export const layerHealth: Layer.Layer<PgHealth, never, PgClient.PgClient> = Layer.provide(
  PgHealth.layer,
  PgDatabase.layer
)

/** The ports, over a schema that is brought up to date first. */
export const layer: Layer.Layer<StoragePorts, StorageError, PgClient.PgClient | SqlClient.SqlClient> = Layer.provide(
  stores,
  layerMigrations
)

/** The ports and the rate budgets, for all processes that use the database. The schema is brought up to date first. */
export const layerShared: Layer.Layer<
  RateLimiter.RateLimiterStore | StoragePorts,
  StorageError,
  PgClient.PgClient | SqlClient.SqlClient
> = Layer.merge(layer, Layer.provide(layerRateLimiterStore, layerMigrations))

const noDatabase = new StorageError({
  operation: "connect",
  retryable: false,
  cause: new Error(`This is no URL of a database: ${databaseUrlAdvice}`)
})

/**
 * The ports and the rate budgets over connections of their own, for hosts that have no client of Effect's. With
 * `?pooler=transaction` in the URL the connections are those of a pooler.
 */
export const layerUrl = (url: string): Layer.Layer<RateLimiter.RateLimiterStore | StoragePorts, StorageError> => {
  const database = parseDatabaseUrl(url)
  return database === undefined
    ? Layer.unwrap(Effect.fail(noDatabase))
    : Layer.provide(layerShared, layerConnections(database))
}

/** The ports and the rate budgets over connections that are scoped to one piece of work. */
export interface RequestScopedStorage {
  readonly layer: Layer.Layer<RateLimiter.RateLimiterStore | StoragePorts>
  /**
   * Work may use the storage until it ends, one piece at a time. Its first statement connects, and its end closes the
   * connections. What the layer holds stays for the next work.
   */
  during<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

/**
 * For platforms where a connection belongs to the request that made it (Cloudflare Workers), over a pooler (Hyperdrive). The
 * schema has to exist. It does not listen for work: a dispatcher has to look for it.
 */
export const makeRequestScopedStorage = (url: Redacted.Redacted): RequestScopedStorage => {
  // our choice: a request makes one statement after the other.
  const { during, layer: database } = makeRequestScopedDatabase(pooledConnectionLayer({ url, maxConnections: 1 }))
  return {
    layer: Layer.merge(
      observedStorage(Layer.provide(ports, WorkSignal.layer), outage),
      Layer.provide(PgRateLimiterStore.layer, outage)
    ).pipe(Layer.provide(database)),
    during
  }
}
