/** The drivers and transports that the shared suites run over. */
import { FetchTransport } from "@sellerkit/core/delivery"
import * as MemoryStorage from "@sellerkit/storage-memory"
import * as PgStorage from "@sellerkit/storage-pg"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import type { DurableStorageTarget, SharedStorageTarget, StorageTarget, TransportTarget } from "@sellerkit/testing"
import { NodeTransport } from "@sellerkit/transport-node"
import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeDatabases } from "./postgres/databases.ts"
import { postgresClient, serviceClient } from "./postgres/TestDatabase.ts"

export { postgresClient, serviceClient } from "./postgres/TestDatabase.ts"

/** Brought up to date, and empty. */
export const postgresDatabase = makeDatabases((database) =>
  Effect.andThen(
    PgStorage.migrate,
    database.service === undefined ? Effect.void : PgStorage.grantTo(database.service.role)
  ).pipe(Effect.provide(postgresClient(database)))
)

/** Its clock is the test's. */
const postgresStorage = <E>(client: Layer.Layer<PgClient.PgClient, E>) =>
  PgStorage.layerStores.pipe(
    Layer.provide(client),
    Layer.provide(Layer.succeed(PgStorage.DatabaseTime, Clock.currentTimeMillis))
  )

export const storages: ReadonlyArray<StorageTarget> = [
  { name: "memory", layer: MemoryStorage.layer },
  { name: "SQLite", layer: SqliteStorage.layer(":memory:"), leasesOnArrival: true },
  {
    name: "PostgreSQL",
    layer: Layer.unwrap(Effect.map(postgresDatabase, ({ kept }) => postgresStorage(Layer.succeedContext(kept)))),
    leasesOnArrival: true,
    trials: 0.4
  }
]

export const durableStorages: ReadonlyArray<DurableStorageTarget> = [
  {
    name: "SQLite",
    isShared: false,
    make: Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "sellerkit-durable-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
      ),
      (folder) => SqliteStorage.layer(join(folder, "sellerkit.db"))
    )
  },
  {
    name: "PostgreSQL",
    isShared: true,
    // Connections of its own, as a process that starts again has.
    make: Effect.map(Effect.orDie(postgresDatabase), (database) => postgresStorage(serviceClient(database)))
  }
]

export const sharedStorages: ReadonlyArray<SharedStorageTarget> = [
  {
    name: "PostgreSQL",
    make: Effect.map(Effect.orDie(postgresDatabase), (database) =>
      // PGlite knows no second connection.
      database.maxConnections === undefined ? postgresStorage(serviceClient(database)) : undefined
    )
  }
]

/** Those that keep a file, with one of their own for each test. What is random is about the driver, and tried in memory. */
export const fileStorages: ReadonlyArray<StorageTarget> = durableStorages
  .filter(({ isShared }) => !isShared)
  .map(({ make, name }) => ({
    name: `${name}, in a file`,
    layer: Layer.unwrap(make),
    leasesOnArrival: true,
    trials: 0.2
  }))

export const transports: ReadonlyArray<TransportTarget> = [
  { name: "undici", judges: "address", layer: NodeTransport.layer() },
  { name: "fetch", judges: "host", layer: FetchTransport.layer }
]
