/** Every storage port on SQLite: durable, in one file, without a server. */
import { StorageError, type StoragePorts } from "@sellerkit/core"
import { Effect, type Layer } from "effect"
import * as Host from "./host.ts"
import { openNodeHost } from "./NodeHost.ts"

/**
 * Over `node:sqlite`: a file that only one process may use at a time, or `:memory:`. Fails when the file cannot be opened,
 * or was written by a newer version.
 */
export const layer = (file: string): Layer.Layer<StoragePorts, StorageError> =>
  Host.layer(
    Effect.acquireRelease(
      Effect.try({
        try: () => openNodeHost(file),
        catch: (cause) => new StorageError({ operation: `open ${file}`, retryable: false, cause })
      }),
      (host) => Effect.sync(() => host.close())
    )
  )
