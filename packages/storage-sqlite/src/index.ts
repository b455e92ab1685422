/** Every storage port on SQLite: durable, in one file, without a server. */
import { StorageError, type StoragePorts } from "@sellerkit/core"
import { Effect, Layer } from "effect"
import { openNodeHost } from "./connection/NodeHost.ts"
import { Integrity } from "./database/Integrity.ts"
import { SqliteDatabase } from "./database/SqliteDatabase.ts"
import { openThreadWriter } from "./database/ThreadWriter.ts"
import { FileGuard } from "./files/FileGuard.ts"
import { lockFile } from "./files/FileLock.ts"
import type { SqliteHealth } from "./maintenance/SqliteHealth.ts"
import { carryingHost } from "./lanes/CarriedLanes.ts"
import { eventsLogged } from "./lanes/SuccessLog.ts"
import { portsOver } from "./ports.ts"

export { type Fault, faults } from "./connection/Fault.ts"
export { findDamage, type Inspection, inspect, storedSecrets } from "./maintenance/Inspection.ts"
export { SqliteHealth } from "./maintenance/SqliteHealth.ts"

const inMemory = ":memory:"

const attempt = <A>(operation: string, open: () => A) =>
  Effect.try({ try: open, catch: (cause) => new StorageError({ operation, retryable: false, cause }) })

/** Opens a file for one process at a time, and checks that it keeps what is written to it. */
const openFile = (file: string) => {
  const guard = new FileGuard(file)
  const integrity = new Integrity(() => guard.look())
  const lock = Effect.acquireRelease(
    attempt(`lock ${file}`, () => lockFile(file)),
    (locked) => Effect.sync(() => locked.close())
  )
  const connect = Effect.acquireRelease(
    attempt(`open ${file}`, () => guard.connect()),
    () => Effect.sync(() => guard.close())
  )
  const begin = attempt(`look after ${file}`, () => guard.begin())
  return SqliteDatabase.layer({
    host: Effect.map(Effect.andThen(lock, connect), (host) => carryingHost(host)),
    writer: Effect.tap(openThreadWriter(file, integrity), begin),
    integrity
  })
}

/**
 * Over `node:sqlite`: a file, which only one process uses at a time, or `:memory:`. The writes that every event needs are made on
 * a thread of their own, where there is a file. Fails when the file cannot be opened, when another process uses it, or when a
 * newer version wrote it. When the file is lost, damaged or exchanged while it is open, everything fails (`SqliteHealth`): what
 * the next process would not find does not count as written.
 */
export const layer = (file: string): Layer.Layer<SqliteHealth | StoragePorts, StorageError> => {
  if (file !== inMemory) return portsOver(Layer.unwrap(Effect.sync(() => openFile(file))))
  const connect = Effect.acquireRelease(
    attempt(`open ${file}`, () => openNodeHost(file)),
    (host) => Effect.sync(() => host.close())
  )
  // With the log of successes, as a file has it: tests in memory then run the same code.
  return portsOver(SqliteDatabase.layer({ host: Effect.map(connect, (host) => carryingHost(host, eventsLogged)) }))
}
