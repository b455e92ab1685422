/** Publications on their way to the database: those that arrive together share one statement. */
import { type IdempotencyConflict, StorageError } from "@sellerkit/core"
import { Cause, Deferred, Effect, Latch, Option, Scope } from "effect"
import { PgDatabase } from "../connection/PgDatabase.ts"
import { type AppendedRow, appendText, appendValues, makeAppendStatement } from "./AppendStatement.ts"
import {
  type Appended,
  conflictError,
  outcomeOf,
  plan,
  type Planned,
  type Publication,
  toWritten
} from "./Publication.ts"
import { type Waiting, WaitingPublications } from "./WaitingPublications.ts"

// our choice: more events in one statement give no more events a second, and make each wait longer. Of ten connections, which there
// are as a rule, some are left for claims and settlements.
const rules = { eventsPerStatement: 500, statementsAtOnce: 2, mostStatements: 6 }

// our choice, in milliseconds: how long, and as long again at most, publications of an account wait for a statement with others of it.
const longestTurn = 100

/** The process stops. */
const closed = new StorageError({
  operation: "EventStore.append",
  retryable: true,
  cause: new Error("The connection to the database is closed")
})

/** A publication that waits for a statement. */
interface Queued extends Waiting {
  readonly planned: Planned
  readonly done: Deferred.Deferred<Appended, IdempotencyConflict | StorageError>
}

/** Takes publications in groups until the scope closes. Each publication is answered. */
const makeGroups = Effect.fnUntraced(function* (appendGroup: (group: ReadonlyArray<Queued>) => Effect.Effect<void>) {
  const waiting = new WaitingPublications<Queued>(rules)
  /** Open where there may be some to take. */
  const available = yield* Latch.make(false)
  /** Open where some wait for the end of a statement. */
  const passedOver = yield* Latch.make(false)
  let isClosed = false
  // Runs after what was taken is written: publications that nobody took fail.
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      isClosed = true
      return Effect.forEach(waiting.clear(), ({ done }) => Deferred.fail(done, closed), { discard: true })
    })
  )
  // It is closed after nothing more is taken: what was taken is written, and answered.
  const writing = yield* Scope.fork(yield* Effect.scope)
  const write = (group: ReadonlyArray<Queued>) =>
    Effect.ensuring(
      appendGroup(group),
      Effect.sync(() => {
        waiting.end(group)
        available.openUnsafe()
      })
    )
  const begin = Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      yield* restore(available.await)
      const group = waiting.take()
      if (waiting.areAny) passedOver.openUnsafe()
      if (group.length === 0) available.closeUnsafe()
      else yield* Effect.forkIn(write(group), writing, { startImmediately: true, uninterruptible: true })
    })
  )
  yield* Effect.forkScoped(Effect.forever(begin))
  yield* Effect.forkScoped(
    Effect.forever(
      Effect.gen(function* () {
        yield* passedOver.await
        yield* Effect.sleep(longestTurn)
        waiting.endTurns()
        if (waiting.areAny) available.openUnsafe()
        else passedOver.closeUnsafe()
      })
    )
  )

  return Effect.fnUntraced(function* (planned: Planned) {
    if (isClosed) return yield* closed
    const done = yield* Deferred.make<Appended, IdempotencyConflict | StorageError>()
    const { account, distinct } = planned
    const keys = distinct.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
    if (waiting.add({ account, size: distinct.length, keys, planned, done })) available.openUnsafe()
    else passedOver.openUnsafe()
    return yield* Deferred.await(done)
  })
})

export const makeAppend = Effect.gen(function* () {
  const database = yield* PgDatabase
  const statement = yield* makeAppendStatement

  const appendOne = (planned: Planned, write: typeof statement.leasing) =>
    Effect.flatMap(write([planned]), (row) =>
      Effect.fromResult(outcomeOf(planned, toWritten(row, planned.distinct.length)))
    )

  /** Fails with the first conflict: that of an earlier event, which is looked for without writing, or else this one. */
  const refuse = Effect.fnUntraced(function* (before: Planned, conflict: IdempotencyConflict) {
    const now = yield* database.now
    const operation = "EventStore.append"
    const append = database.rows<AppendedRow>(operation, appendText, ...appendValues(now, [before]))
    const [row] = yield* database.lookAt(operation, append)
    yield* Effect.fromResult(outcomeOf(before, toWritten(row!, before.distinct.length)))
    return yield* conflict
  })

  const appendAlone = ({ done, planned }: Queued) => Deferred.complete(done, appendOne(planned, statement.leasing))

  const appendTogether = Effect.fnUntraced(function* (group: ReadonlyArray<Queued>) {
    const count = group.reduce((sum, { planned }) => sum + planned.distinct.length, 0)
    const written = toWritten(yield* statement.leasing(group.map(({ planned }) => planned)), count)
    // One of them is refused, and nothing was written: each gets a statement of its own.
    if (written.conflicts !== undefined) return yield* Effect.forEach(group, appendAlone, { discard: true })
    let first = 0
    for (const { done, planned } of group) {
      yield* Deferred.complete(done, Effect.fromResult(outcomeOf(planned, written, first)))
      first += planned.distinct.length
    }
  })

  /** Answers each of them, whatever happens. */
  const appendGroup = (group: ReadonlyArray<Queued>) =>
    group.length === 1
      ? appendAlone(group[0]!)
      : Effect.catchCause(appendTogether(group), (cause) =>
          Option.match(
            Option.filter(Cause.findErrorOption(cause), ({ retryable }) => retryable),
            {
              onNone: () => Effect.forEach(group, appendAlone, { discard: true }),
              onSome: (error) => Effect.forEach(group, ({ done }) => Deferred.fail(done, error), { discard: true })
            }
          )
        )

  const together = yield* makeGroups(appendGroup)

  /**
   * Part of the caller's transaction, where there is one; otherwise written together with others, and committed when it
   * completes.
   */
  return Effect.fnUntraced(function* (publication: Publication) {
    if (publication.events.length === 0) return { results: [], missed: 0, wakes: false }
    const { conflictAt, planned } = plan(publication)
    if (conflictAt !== undefined)
      return yield* refuse(planned, conflictError(conflictAt, publication.events[conflictAt]!))
    if (yield* database.isAlone) return yield* appendOne(planned, statement.plain)
    return yield* together(planned)
  })
})
