/** Reads and writes of the ports. */
import { StorageError } from "@sellerkit/core"
import { Context, Effect, Latch, Layer, type Scope } from "effect"
import { type Change, commitTogether, isPassing } from "./GroupCommit.ts"
import { migrate } from "./migrate.ts"
import type { SqliteHost } from "./SqliteHost.ts"
import type { Writer } from "./writer/Writer.ts"
import { performWrite, type WriteInput, type WriteName, type WriteOutput } from "./Writes.ts"

const storageError = (operation: string) => (cause: unknown) =>
  new StorageError({ operation, retryable: isPassing(cause), cause })

export class SqliteDatabase extends Context.Service<
  SqliteDatabase,
  {
    read<A>(operation: string, query: (host: SqliteHost) => A): Effect.Effect<A, StorageError>
    /** All or nothing. `change` decides before it writes, and may run again when another change of its commit fails. */
    write<A>(operation: string, change: (host: SqliteHost) => A): Effect.Effect<A, StorageError>
    /** One of the writes that have a name: all or nothing as well. */
    perform<Name extends WriteName>(name: Name, input: WriteInput<Name>): Effect.Effect<WriteOutput<Name>, StorageError>
  }
>()("@sellerkit/storage-sqlite/SqliteDatabase") {
  /**
   * Brings the schema up to date, and serves until the scope closes. Writes with a name are made by the writer, where
   * there is one, over a connection of its own.
   */
  static readonly layer = (
    open: Effect.Effect<SqliteHost, StorageError, Scope.Scope>,
    openWriter?: Effect.Effect<Writer, StorageError, Scope.Scope>
  ): Layer.Layer<SqliteDatabase, StorageError> =>
    Layer.effect(
      SqliteDatabase,
      Effect.gen(function* () {
        const host = yield* open
        yield* Effect.try({ try: () => migrate(host), catch: storageError("migrate") })
        return yield* make(host, openWriter === undefined ? undefined : yield* openWriter)
      })
    )
}

const make = Effect.fnUntraced(function* (host: SqliteHost, writer: Writer | undefined) {
  const arrived = yield* Latch.make(false)
  let waiting: Array<Change> = []

  const commitWaiting = Effect.sync(() => {
    const group = waiting
    waiting = []
    if (group.length > 0) commitTogether(host, group)
  })
  const commit = Effect.suspend(() => {
    arrived.closeUnsafe()
    if (waiting.length === 0) return Effect.void
    return writer === undefined ? commitWaiting : writer.pauseFor(commitWaiting)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(arrived.await, commit)))
  yield* Effect.addFinalizer(() => commit)

  const write = <A>(operation: string, apply: (host: SqliteHost) => A): Effect.Effect<A, StorageError> =>
    Effect.callback((resume) => {
      const change: Change<A> = {
        apply,
        committed: (result) => resume(Effect.succeed(result)),
        failed: (cause) => resume(Effect.fail(storageError(operation)(cause)))
      }
      waiting.push(change as Change)
      arrived.openUnsafe()
      return Effect.sync(() => {
        waiting = waiting.filter((other) => other !== change)
      })
    })

  return SqliteDatabase.of({
    read: (operation, query) => Effect.try({ try: () => query(host), catch: storageError(operation) }),
    write,
    perform: (name, input) =>
      writer === undefined
        ? write(name, (host) => performWrite(host, name, input))
        : Effect.mapError(writer.perform(name, input), storageError(name))
  })
})
