/** The storage that the settings name. */
import { OwnRateBudgets, type StorageError, type StoragePorts } from "@sellerkit/core"
import * as MemoryStorage from "@sellerkit/storage-memory"
import * as PgStorage from "@sellerkit/storage-pg"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import { Effect, FileSystem, Layer, Path, type PlatformError } from "effect"
import type { RateLimiter } from "effect/persistence"
import { type Database, inMemory } from "./Database.ts"
import * as DatabaseFile from "./DatabaseFile.ts"
import { DatabaseHealth } from "./DatabaseHealth.ts"

/** Its folder is made when it is missing. */
const fileLayer = (file: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    yield* files.makeDirectory(path.dirname(file), { recursive: true })
    return Layer.provideMerge(DatabaseFile.layer(file), SqliteStorage.layer(file))
  }).pipe(Layer.unwrap)

const serverHealth = Layer.effect(DatabaseHealth, PgStorage.PgHealth).pipe(Layer.provide(PgStorage.layerHealth))

/** Waits for a server that is just starting. */
const connections = (server: PgStorage.DatabaseUrl) =>
  Layer.unwrap(Effect.as(PgStorage.awaitServer(server), PgStorage.layerConnections(server)))

/** Other processes may use it as well, so that budgets are shared. */
const serverLayer = (server: PgStorage.DatabaseUrl) =>
  Layer.provide(Layer.merge(serverHealth, PgStorage.layerShared), connections(server))

/**
 * Brings the schema up to date, and nothing else where the driver can do that alone. On a server it can grant a role the use of
 * it.
 */
export const migrationLayer = (
  database: Database,
  role?: string
): Layer.Layer<never, PlatformError.PlatformError | StorageError, FileSystem.FileSystem | Path.Path> => {
  if (database.kind !== "postgres") return Layer.effectDiscard(Effect.scoped(Layer.build(storageLayer(database))))
  const grant = role === undefined ? Effect.void : PgStorage.grantTo(role)
  return Layer.effectDiscard(Effect.andThen(PgStorage.migrate, grant)).pipe(Layer.provide(connections(database)))
}

export const storageLayer = (
  database: Database
): Layer.Layer<
  DatabaseHealth | RateLimiter.RateLimiterStore | StoragePorts,
  PlatformError.PlatformError | StorageError,
  FileSystem.FileSystem | Path.Path
> => {
  if (database.kind === "postgres") return serverLayer(database)
  if (database.kind === "memory") return Layer.mergeAll(DatabaseHealth.none, MemoryStorage.layer, OwnRateBudgets.layer)
  return Layer.merge(
    database.file === inMemory
      ? Layer.merge(DatabaseHealth.none, SqliteStorage.layer(inMemory))
      : fileLayer(database.file),
    OwnRateBudgets.layer
  )
}
