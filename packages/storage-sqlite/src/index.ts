/** Every storage port on SQLite: durable, in one file, without a server. */
import { StorageError, type StoragePorts } from "@sellerkit/core"
import { Effect, type Layer } from "effect"
import { lockFile } from "./FileLock.ts"
import * as Host from "./host.ts"
import { openNodeHost } from "./NodeHost.ts"

export { findDamage, type Inspection, inspect } from "./Inspection.ts"

const acquire = <A extends { close(): void }>(operation: string, open: () => A) =>
  Effect.acquireRelease(
    Effect.try({ try: open, catch: (cause) => new StorageError({ operation, retryable: false, cause }) }),
    (opened) => Effect.sync(() => opened.close())
  )

/**
 * Over `node:sqlite`: a file, which only one process uses at a time, or `:memory:`. Fails when the file cannot be opened,
 * when another process uses it, or when a newer version wrote it.
 */
export const layer = (file: string): Layer.Layer<StoragePorts, StorageError> =>
  Host.layer(
    Effect.gen(function* () {
      if (file !== ":memory:") yield* acquire(`lock ${file}`, () => lockFile(file))
      return yield* acquire(`open ${file}`, () => openNodeHost(file))
    })
  )
