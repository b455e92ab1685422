/** Reads and writes of the ports. */
import { StorageError } from "@sellerkit/core"
import { Context, Effect, Latch, Layer, Option, type Scope } from "effect"
import { DatabaseFault, type Fault } from "../connection/Fault.ts"
import type { SqliteHost } from "../connection/SqliteHost.ts"
import { type Carrying, type CarryingHost, carryingOf } from "../lanes/CarriedLanes.ts"
import { writeDownAll } from "../lanes/CarriedRows.ts"
import { readLog, relieveLog } from "../lanes/SuccessRows.ts"
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
  /**
   * Meanwhile the writer writes nothing, so that neither connection waits for the other's lock, and carries nothing. `cause`: why it could
   * not write down what it carries.
   */
  pauseFor<A>(effect: (cause: Option.Option<unknown>) => Effect.Effect<A>): Effect.Effect<A>
  /** What it carries, or may carry by now. */
  readonly carrying: () => Carrying
}

/** What a database consists of, opened in this order. */
export interface Opening {
  /** Carries nothing where there is a writer. */
  readonly host: Effect.Effect<CarryingHost, StorageError, Scope.Scope>
  /** Absent where the host makes all writes. */
  readonly writer?: Effect.Effect<Writer, StorageError, Scope.Scope>
  readonly integrity?: Integrity
}

export class SqliteDatabase extends Context.Service<
  SqliteDatabase,
  {
    /** Of what does not depend on what is carried. */
    read<A>(operation: string, query: (host: SqliteHost) => A): Effect.Effect<A, StorageError>
    /** Of attempts: requests that succeeded, and are only logged, get their rows first. */
    readAttempts<A>(operation: string, query: (host: SqliteHost) => A): Effect.Effect<A, StorageError>
    /** Of what waits, and of events as they are at their webhooks: what is carried is written down first. */
    readWaiting<A>(operation: string, query: (host: SqliteHost) => A): Effect.Effect<A, StorageError>
    /**
     * All or nothing. `change` decides before it writes, and may run again when another change of its commit fails. Nothing is carried
     * before it.
     */
    write<A>(operation: string, change: (host: CarryingHost) => A): Effect.Effect<A, StorageError>
    /**
     * Of what does not depend on what is carried, such as what makes room in a database that is full. What is only logged gets its rows
     * first, where there is room for them.
     */
    writeApart<A>(operation: string, change: (host: SqliteHost) => A): Effect.Effect<A, StorageError>
    readonly carrying: () => Carrying
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
        // A writer reads it itself.
        if (writer === undefined)
          yield* Effect.try({ try: () => readLog(host), catch: (cause) => storageError("readLog", cause) })
        return yield* make(host, writer, opening.integrity ?? new Integrity())
      })
    )
}

type Failed = (operation: string) => (cause: unknown) => StorageError

/** Gives how a change is added to the next commit of the host, and how many commits were tried. */
const makeCommits = Effect.fnUntraced(function* (host: CarryingHost, writer: Writer | undefined, failed: Failed) {
  const arrived = yield* Latch.make(false)
  let waiting: Array<Change> = []
  let tried = 0

  /** `cause`: why only those can be made that are apart from what is carried. */
  const commitWaiting = (cause: Option.Option<unknown> = Option.none()) =>
    Effect.sync(() => {
      const group: Array<Change> = []
      for (const change of waiting.splice(0)) {
        if (Option.isNone(cause) || change.isApart === true) group.push(change)
        else change.failed(cause.value)
      }
      if (group.length === 0) return
      tried++
      commitTogether(host, group)
      relieveLog(host)
    })
  const commit = Effect.suspend(() => {
    arrived.closeUnsafe()
    if (waiting.length === 0) return Effect.void
    return writer === undefined ? commitWaiting() : writer.pauseFor(commitWaiting)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(arrived.await, commit)))
  yield* Effect.addFinalizer(() => commit)

  const add = <A>(
    operation: string,
    apply: (host: CarryingHost) => A,
    isApart = false
  ): Effect.Effect<A, StorageError> =>
    Effect.callback((resume) => {
      const change: Change<A> = {
        apply,
        isApart,
        committed: (result) => resume(Effect.succeed(result)),
        failed: (cause) => resume(Effect.fail(failed(operation)(cause)))
      }
      waiting.push(change as Change)
      arrived.openUnsafe()
      return Effect.sync(() => {
        waiting = waiting.filter((other) => other !== change)
      })
    })
  return { add, tried: () => tried }
})

const make = Effect.fnUntraced(function* (host: CarryingHost, writer: Writer | undefined, integrity: Integrity) {
  const failed: Failed = (operation) => (cause) => storageError(operation, integrity.judge(cause))
  const { add, tried } = yield* makeCommits(integrity.guarded(host), writer, failed)

  const query = <A>(ask: (host: SqliteHost) => A): A => {
    const fault = integrity.known
    if (fault !== undefined) throw new DatabaseFault(fault)
    return ask(host)
  }
  const read = <A>(operation: string, ask: (host: SqliteHost) => A): Effect.Effect<A, StorageError> =>
    Effect.try({ try: () => query(ask), catch: failed(operation) })

  const perform = <Name extends WriteName>(name: Name, input: WriteInput<Name>) =>
    writer === undefined
      ? add(name, (on) => performWrite(on, name, input))
      : Effect.mapError(writer.perform(name, input), failed(name))

  const carrying = writer?.carrying ?? (() => carryingOf(host))
  const writeDown = Effect.suspend(() =>
    carrying().areAny ? perform("DeliveryQueue.showCarried", undefined) : Effect.void
  )
  const showSuccesses = Effect.suspend(() =>
    carrying().areUnapplied ? perform("DeliveryLog.showSuccesses", undefined) : Effect.void
  )
  // So that the next process finds nothing missing.
  yield* Effect.addFinalizer(() => Effect.ignore(writeDown))

  return SqliteDatabase.of({
    read,
    readAttempts: (operation, ask) => Effect.andThen(showSuccesses, read(operation, ask)),
    readWaiting: (operation, ask) => Effect.andThen(writeDown, read(operation, ask)),
    write: (operation, change) =>
      add(operation, (on) => {
        writeDownAll(on)
        return change(on)
      }),
    writeApart: (operation, change) => {
      const write = add(operation, change, true)
      // A writer does so as it pauses.
      return writer === undefined ? Effect.andThen(Effect.ignore(showSuccesses), write) : write
    },
    writes: tried,
    perform,
    carrying,
    fault: Effect.sync(() => Option.fromUndefinedOr(integrity.look()))
  })
})
