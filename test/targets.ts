/** The drivers and transports that the shared suites run over. */
import { FetchTransport } from "@sellerkit/core/delivery"
import * as MemoryStorage from "@sellerkit/storage-memory"
import * as PgStorage from "@sellerkit/storage-pg"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import type { DurableStorageTarget, StorageTarget, TransportTarget } from "@sellerkit/testing"
import { NodeTransport } from "@sellerkit/transport-node"
import { PgClient } from "@effect/sql-pg"
import { Clock, Duration, Effect, Layer, Redacted } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeDatabases, type TestDatabase } from "./postgres/databases.ts"

/** No connection is given up because a test moves the clock. */
const patience = { connectTimeout: Duration.infinity, idleTimeout: Duration.infinity, connectionTTL: Duration.infinity }

export const postgresClient = ({ maxConnections, url }: TestDatabase) =>
  PgClient.layer({
    url: Redacted.make(url),
    ...patience,
    ...(maxConnections === undefined ? undefined : { maxConnections })
  })

/** As a service whose role did not make the schema. */
export const serviceClient = (database: TestDatabase) =>
  postgresClient({ ...database, url: database.service?.url ?? database.url })

/** Brought up to date, and empty. */
export const postgresDatabase = makeDatabases((database) =>
  Effect.andThen(
    PgStorage.migrate,
    database.service === undefined ? Effect.void : PgStorage.grantTo(database.service.role)
  ).pipe(Effect.provide(postgresClient(database)))
)

/** Its clock is the test's. */
const postgresStorage = (database: TestDatabase) =>
  PgStorage.layerStores.pipe(
    Layer.provide(serviceClient(database)),
    Layer.provide(Layer.succeed(PgStorage.DatabaseTime, Clock.currentTimeMillis))
  )

export const storages: ReadonlyArray<StorageTarget> = [
  { name: "memory", layer: MemoryStorage.layer },
  { name: "SQLite", layer: SqliteStorage.layer(":memory:") },
  {
    name: "PostgreSQL",
    layer: Layer.unwrap(Effect.map(postgresDatabase, postgresStorage)),
    leasesOnArrival: true,
    trials: 0.4
  }
]

export const durableStorages: ReadonlyArray<DurableStorageTarget> = [
  {
    name: "SQLite",
    make: Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "sellerkit-durable-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
      ),
      (folder) => SqliteStorage.layer(join(folder, "sellerkit.db"))
    )
  },
  { name: "PostgreSQL", make: Effect.map(Effect.orDie(postgresDatabase), postgresStorage) }
]

/** Those that keep a file, with one of their own for each test. */
export const fileStorages: ReadonlyArray<StorageTarget> = durableStorages
  .filter(({ name }) => name === "SQLite")
  .map(({ make, name }) => ({ name: `${name}, in a file`, layer: Layer.unwrap(make) }))

export const transports: ReadonlyArray<TransportTarget> = [
  { name: "undici", judges: "address", layer: NodeTransport.layer() },
  { name: "fetch", judges: "host", layer: FetchTransport.layer }
]
