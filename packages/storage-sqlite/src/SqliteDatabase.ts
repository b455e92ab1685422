/**
 * Reads and writes of the ports. Writes that arrive together share one commit: a commit waits for the disk, the changes
 * in it cost next to nothing.
 */
import { StorageError } from "@sellerkit/core"
import { Context, Effect, Latch, Layer, Predicate, type Scope } from "effect"
import { migrate } from "./migrate.ts"
import type { SqliteHost } from "./SqliteHost.ts"

/** A change, and the fiber that waits for its commit. */
interface Waiting {
  readonly operation: string
  readonly change: (host: SqliteHost) => unknown
  // oxlint-disable-next-line typescript/no-explicit-any -- each change has a result of its own type
  readonly resume: (effect: Effect.Effect<any, StorageError>) => void
}

// SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_FULL: the database or its disk, not the statement.
const passing = new Set([5, 6, 10, 13])

const isPassing = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "errcode") && typeof cause.errcode === "number" && passing.has(cause.errcode & 0xff)

const storageError = (operation: string, cause: unknown): StorageError =>
  new StorageError({ operation, retryable: isPassing(cause), cause })

export class SqliteDatabase extends Context.Service<
  SqliteDatabase,
  {
    read<A>(operation: string, query: (host: SqliteHost) => A): Effect.Effect<A, StorageError>
    /** All or nothing. `change` decides before it writes, and may run again when another change of its commit fails. */
    write<A>(operation: string, change: (host: SqliteHost) => A): Effect.Effect<A, StorageError>
  }
>()("@sellerkit/storage-sqlite/SqliteDatabase") {
  /** Brings the schema up to date, and serves until the scope closes. */
  static readonly layer = (
    open: Effect.Effect<SqliteHost, StorageError, Scope.Scope>
  ): Layer.Layer<SqliteDatabase, StorageError> => Layer.effect(SqliteDatabase, Effect.flatMap(open, make))
}

const commitAlone = (host: SqliteHost, { change, operation, resume }: Waiting): void => {
  try {
    resume(Effect.succeed(host.transaction(() => change(host))))
  } catch (cause) {
    resume(Effect.fail(storageError(operation, cause)))
  }
}

const commitTogether = (host: SqliteHost, group: ReadonlyArray<Waiting>): void => {
  let results: ReadonlyArray<unknown>
  try {
    results = host.transaction(() => group.map(({ change }) => change(host)))
  } catch (cause) {
    if (isPassing(cause)) for (const { operation, resume } of group) resume(Effect.fail(storageError(operation, cause)))
    // One of them failed and undid all: each gets a commit of its own, so that only that one fails.
    else for (const waiting of group) commitAlone(host, waiting)
    return
  }
  for (const [index, { resume }] of group.entries()) resume(Effect.succeed(results[index]))
}

const make = Effect.fnUntraced(function* (host: SqliteHost) {
  yield* Effect.try({ try: () => migrate(host), catch: (cause) => storageError("migrate", cause) })
  const arrived = yield* Latch.make(false)
  let waiting: Array<Waiting> = []

  const commit = Effect.sync(() => {
    arrived.closeUnsafe()
    const group = waiting
    waiting = []
    if (group.length > 0) commitTogether(host, group)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(arrived.await, commit)))
  yield* Effect.addFinalizer(() => commit)

  return SqliteDatabase.of({
    read: (operation, query) =>
      Effect.try({ try: () => query(host), catch: (cause) => storageError(operation, cause) }),
    write: (operation, change) =>
      Effect.callback((resume) => {
        const entry: Waiting = { operation, change, resume }
        waiting.push(entry)
        arrived.openUnsafe()
        return Effect.sync(() => {
          waiting = waiting.filter((other) => other !== entry)
        })
      })
  })
})
