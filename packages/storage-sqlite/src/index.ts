/** Every storage port on SQLite: durable, in one file, without a server. */
import { StorageError, type StoragePorts } from "@sellerkit/core"
import { Effect, type Layer } from "effect"
import { lockFile } from "./FileLock.ts"
import * as Host from "./host.ts"
import { openNodeHost, pageCache } from "./NodeHost.ts"
import { portsOver } from "./ports.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"
import { openThreadWriter } from "./writer/ThreadWriter.ts"

export { findDamage, type Inspection, inspect, storedSecrets } from "./Inspection.ts"

const acquire = <A extends { close(): void }>(operation: string, open: () => A) =>
  Effect.acquireRelease(
    Effect.try({ try: open, catch: (cause) => new StorageError({ operation, retryable: false, cause }) }),
    (opened) => Effect.sync(() => opened.close())
  )

const inMemory = ":memory:"

/**
 * Over `node:sqlite`: a file, which only one process uses at a time, or `:memory:`. What every event needs is written to a
 * file on a thread of its own. Fails when the file cannot be opened, when another process uses it, or when a newer
 * version wrote it.
 */
export const layer = (file: string): Layer.Layer<StoragePorts, StorageError> => {
  if (file === inMemory) return Host.layer(acquire(`open ${file}`, () => openNodeHost(file)))
  const open = Effect.gen(function* () {
    yield* acquire(`lock ${file}`, () => lockFile(file))
    return yield* acquire(`open ${file}`, () => openNodeHost(file, { cache: pageCache.reading }))
  })
  return portsOver(SqliteDatabase.layer(open, openThreadWriter(file)))
}
