/** Reads and writes of the ports. */
import { StorageError } from "@sellerkit/core"
import { Context, Effect, Latch, Layer, Option, type Scope } from "effect"
import { DatabaseFault, type Fault } from "../connection/Fault.ts"
import type { SqliteHost } from "../connection/SqliteHost.ts"
import { performWrite, type WriteInput, type WriteName, type WriteOutput } from "../lanes/Writes.ts"
import { migrate } from "../schema/migrate.ts"
import { type Change, commitTogether, isPassing } from "./GroupCommit.ts"
import { Integrity } from "./Integrity.ts"

/** A request that fails because of a fault can be repeated: the fault is that of the database, which has to be repaired. */
const storageError = (operation: string, cause: unknown) =>
  cause instanceof DatabaseFault
    ? new StorageError({ operation, retryable: true, lasting: true, cause })
    : new StorageError({ operation, retryable: isPassing(cause), cause })

/** Makes the writes that have a name elsewhere, over a connection of its own to the same database. */
export interface Writer {
  /** All or nothing; fails with what SQLite threw. */
  perform<Name extends WriteName>(name: Name, input: WriteInput<Name>): Effect.Effect<WriteOutput<Name>, unknown>
  /** Meanwhile the writer writes nothing, so that neither connection waits for the other's lock. */
  pauseFor<A>(effect: Effect.Effect<A>): Effect.Effect<A>
}

/** What a database consists of, opened in this order. */
export interface Opening {
  readonly host: Effect.Effect<SqliteHost, StorageError, Scope.Scope>
  /** Absent where the host makes all writes. */
  readonly writer?: Effect.Effect<Writer, StorageError, Scope.Scope>
  readonly integrity?: Integrity
}

export class SqliteDatabase extends Context.Service<
  SqliteDatabase,
  {
    read<A>(operation: string, query: (host: SqliteHost) => A): Effect.Effect<A, StorageError>
    /** All or nothing. `change` decides before it writes, and may run again when another change of its commit fails. */
    write<A>(operation: string, change: (host: SqliteHost) => A): Effect.Effect<A, StorageError>
    /** How many of these writes were tried: what was read before the last one may be out of date. */
    readonly writes: () => number
    /** Makes one of the writes that have a name: all or nothing, too. */
    perform<Name extends WriteName>(name: Name, input: WriteInput<Name>): Effect.Effect<WriteOutput<Name>, StorageError>
    /** Why nothing is read or written, as of now. */
    readonly fault: Effect.Effect<Option.Option<Fault>>
  }
>()("@sellerkit/storage-sqlite/SqliteDatabase") {
  /** Brings the schema up to date, and serves until the scope closes. */
  static readonly layer = (opening: Opening): Layer.Layer<SqliteDatabase, StorageError> =>
    Layer.effect(
      SqliteDatabase,
      Effect.gen(function* () {
        const host = yield* opening.host
        yield* Effect.try({ try: () => migrate(host), catch: (cause) => storageError("migrate", cause) })
        const writer = opening.writer === undefined ? undefined : yield* opening.writer
        return yield* make(host, writer, opening.integrity ?? new Integrity())
      })
    )
}

const make = Effect.fnUntraced(function* (host: SqliteHost, writer: Writer | undefined, integrity: Integrity) {
  const guarded = integrity.guarded(host)
  const failed = (operation: string) => (cause: unknown) => storageError(operation, integrity.judge(cause))
  const arrived = yield* Latch.make(false)
  let waiting: Array<Change> = []
  let writes = 0

  const commitWaiting = Effect.sync(() => {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    writes++
    commitTogether(guarded, group)
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
        failed: (cause) => resume(Effect.fail(failed(operation)(cause)))
      }
      waiting.push(change as Change)
      arrived.openUnsafe()
      return Effect.sync(() => {
        waiting = waiting.filter((other) => other !== change)
      })
    })

  const query = <A>(ask: (host: SqliteHost) => A): A => {
    const fault = integrity.known
    if (fault !== undefined) throw new DatabaseFault(fault)
    return ask(host)
  }

  return SqliteDatabase.of({
    read: (operation, ask) => Effect.try({ try: () => query(ask), catch: failed(operation) }),
    write,
    writes: () => writes,
    perform: (name, input) =>
      writer === undefined
        ? write(name, (host) => performWrite(host, name, input))
        : Effect.mapError(writer.perform(name, input), failed(name)),
    fault: Effect.sync(() => Option.fromUndefinedOr(integrity.look()))
  })
})
