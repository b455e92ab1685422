/** Publications on their way to the database: those that arrive together share one statement. */
import {
  type Account,
  type EventId,
  IdempotencyConflict,
  type NewEvent,
  type PublishedEvent,
  StorageError
} from "@sellerkit/core"
import { Cause, DateTime, Deferred, Effect, Latch, Option, Result, Scope } from "effect"
import { PgDatabase } from "../connection/PgDatabase.ts"
import { type AppendedRow, type Appending, appendText, appendValues, makeAppendStatement } from "./AppendStatement.ts"
import { type Waiting, WaitingPublications } from "./WaitingPublications.ts"

// our choice: more events in one statement give no more events a second, and make each wait longer. Of ten connections, which there
// are as a rule, some are left for claims and settlements.
const rules = { eventsPerStatement: 500, statementsAtOnce: 2, mostStatements: 6 }

// our choice, in milliseconds: how long, and as long again at most, publications of an account wait for a statement with others of it.
const longestTurn = 100

export interface Publication {
  readonly account: Account
  readonly events: ReadonlyArray<NewEvent>
}

interface Appended {
  readonly results: ReadonlyArray<PublishedEvent>
  /** How often an event was dropped at once, because a webhook is not enabled. */
  readonly missed: number
  /** Whether there is something to claim, of this publication or of those that share its statement. */
  readonly wakes: boolean
}

/** What became of one event of a statement; undefined where it has no receiver. */
interface Stored {
  /** The id of the event that already had its key. */
  readonly knownId?: EventId
  readonly deliveries: number
  readonly missed: number
}

/**
 * What became of each event of a statement, in order; or, where nothing was written, the places of the events that are refused.
 */
type Written =
  | { readonly conflicts: ReadonlySet<number> }
  | { readonly conflicts?: undefined; readonly stored: ReadonlyArray<Stored | undefined>; readonly wakes: boolean }

const toWritten = (row: AppendedRow, count: number): Written => {
  if (row.conflicts !== null) return { conflicts: new Set(row.conflicts.map((place) => place - 1)) }
  const stored = Array.from({ length: count }, (): Stored | undefined => undefined)
  for (const [index, place] of (row.places ?? []).entries())
    stored[place - 1] = { deliveries: row.deliveries![index]!, missed: row.missed![index]! }
  for (const [index, place] of (row.known_places ?? []).entries())
    stored[place - 1] = {
      knownId: row.known_ids![index] as EventId,
      deliveries: row.known_deliveries![index]!,
      missed: 0
    }
  return { stored, wakes: row.wakes }
}

const keyOf = ({ id, idempotencyKey }: NewEvent): string => idempotencyKey ?? id

const sameContent = (first: NewEvent, event: NewEvent): boolean =>
  first.scope === event.scope &&
  first.type === event.type &&
  first.payload === event.payload &&
  (!event.timeGiven || DateTime.toEpochMillis(first.time) === DateTime.toEpochMillis(event.time))

const conflictError = (index: number, event: NewEvent): IdempotencyConflict =>
  new IdempotencyConflict({ index, idempotencyKey: keyOf(event) })

/** A publication without repetitions: of events with the same key the first one counts. */
interface Planned extends Appending, Publication {
  /** Of each event: its place among those that are distinct. */
  readonly places: ReadonlyArray<number>
}

/**
 * Takes the events before the first one whose content differs from that of an earlier event with the same key. Only keys that publishers
 * gave can come up again: nobody knows the id of an event before it is stored.
 */
const plan = ({ account, events }: Publication): { readonly planned: Planned; readonly conflictAt?: number } => {
  const distinct: Array<NewEvent> = []
  const places: Array<number> = []
  const known = new Map<string, number>()
  for (const [index, event] of events.entries()) {
    const { idempotencyKey: key } = event
    const place = key === undefined ? undefined : known.get(key)
    if (place !== undefined && !sameContent(distinct[place]!, event)) {
      return { planned: { account, events: events.slice(0, index), distinct, places }, conflictAt: index }
    }
    if (place === undefined && key !== undefined) known.set(key, distinct.length)
    places.push(place ?? distinct.push(event) - 1)
  }
  return { planned: { account, events, distinct, places } }
}

type Outcome = Result.Result<Appended, IdempotencyConflict>

/** The outcome of one publication. `first`: the place in the statement at which its distinct events begin. */
const outcomeOf = ({ distinct, events, places }: Planned, written: Written, first = 0): Outcome => {
  if (written.conflicts !== undefined) {
    const conflict = places.findIndex((place) => written.conflicts.has(first + place))
    return Result.fail(conflictError(conflict, events[conflict]!))
  }
  return Result.succeed({
    results: events.map((event, index) => {
      const place = places[index]!
      const { deliveries = 0, knownId } = written.stored[first + place] ?? {}
      // Of events with one key the first is stored.
      return { id: knownId ?? distinct[place]!.id, idempotencyKey: keyOf(event), deliveries }
    }),
    missed: distinct.reduce((sum, _, index) => sum + (written.stored[first + index]?.missed ?? 0), 0),
    wakes: written.wakes
  })
}

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
