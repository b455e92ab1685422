/** The storage that the settings name. */
import type { StorageError, StoragePorts } from "@sellerkit/core"
import * as MemoryStorage from "@sellerkit/storage-memory"
import * as PgStorage from "@sellerkit/storage-pg"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import { Effect, FileSystem, Layer, Path, type PlatformError } from "effect"
import { type Database, inMemory } from "./Database.ts"
import { DatabaseFile } from "./DatabaseFile.ts"

/** Its folder is made when it is missing. */
const fileLayer = (file: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    yield* files.makeDirectory(path.dirname(file), { recursive: true })
    // The storage first: it makes the file.
    return Layer.provideMerge(DatabaseFile.layer(file), SqliteStorage.layer(file))
  }).pipe(Layer.unwrap)

const elsewhere = (database: Exclude<Database, { readonly kind: "sqlite" }>) =>
  database.kind === "memory"
    ? MemoryStorage.layer
    : Layer.provide(PgStorage.layer, PgStorage.connectionLayer({ url: database.url }))

export const storageLayer = (
  database: Database
): Layer.Layer<
  DatabaseFile | StoragePorts,
  PlatformError.PlatformError | StorageError,
  FileSystem.FileSystem | Path.Path
> => {
  if (database.kind !== "sqlite") return Layer.merge(DatabaseFile.none, elsewhere(database))
  if (database.file === inMemory) return Layer.merge(DatabaseFile.none, SqliteStorage.layer(inMemory))
  return fileLayer(database.file)
}
