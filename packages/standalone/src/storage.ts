/** The storage that `SELLERKIT_DATABASE` names. */
import type { StorageError, StoragePorts } from "@sellerkit/core"
import * as MemoryStorage from "@sellerkit/storage-memory"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import { Effect, FileSystem, Layer, Path, type PlatformError } from "effect"

/** `memory:`, or `sqlite:` and a file, whose folder is made when it is missing. */
export const storageLayer = (
  database: string
): Layer.Layer<StoragePorts, PlatformError.PlatformError | StorageError, FileSystem.FileSystem | Path.Path> =>
  database === "memory:"
    ? MemoryStorage.layer
    : Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const path = yield* Path.Path
        const file = database.slice("sqlite:".length)
        if (file !== ":memory:") yield* files.makeDirectory(path.dirname(file), { recursive: true })
        return SqliteStorage.layer(file)
      }).pipe(Layer.unwrap)
