/** The storage that `SELLERKIT_DATABASE` names. */
import type { StorageError, StoragePorts } from "@sellerkit/core"
import * as MemoryStorage from "@sellerkit/storage-memory"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import { Effect, FileSystem, Layer, Path, type PlatformError } from "effect"
import { DatabaseFile } from "./DatabaseFile.ts"

const inMemory = ":memory:"

const sqliteName = (database: string): string => database.slice("sqlite:".length)

/** The file of a database that is one. */
export const databaseFile = (database: string): string | undefined =>
  database === "memory:" || sqliteName(database) === inMemory ? undefined : sqliteName(database)

/** Its folder is made when it is missing. */
const fileLayer = (file: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    yield* files.makeDirectory(path.dirname(file), { recursive: true })
    // The storage first: it makes the file.
    return Layer.provideMerge(DatabaseFile.layer(file), SqliteStorage.layer(file))
  }).pipe(Layer.unwrap)

/** `memory:`, or `sqlite:` and a file. */
export const storageLayer = (
  database: string
): Layer.Layer<
  DatabaseFile | StoragePorts,
  PlatformError.PlatformError | StorageError,
  FileSystem.FileSystem | Path.Path
> => {
  const file = databaseFile(database)
  if (file !== undefined) return fileLayer(file)
  return Layer.merge(DatabaseFile.none, database === "memory:" ? MemoryStorage.layer : SqliteStorage.layer(inMemory))
}
