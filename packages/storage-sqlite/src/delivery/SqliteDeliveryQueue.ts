/** What waits to be delivered, on SQLite. The clock is that of the one process that has the database open. */
import {
  type Account,
  type ClaimRequest,
  DeliveryQueue,
  LaneTakers,
  recordDropped,
  type StorageError,
  WorkSignal
} from "@sellerkit/core"
import { AccountCapacity } from "@sellerkit/core/queue-rules"
import { Clock, Duration, Effect, Layer, Option, Predicate } from "effect"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"
import { eventFates } from "../events/Fates.ts"
import { nextReady } from "../lanes/Claim.ts"
import { findAbandoned, takeOver } from "../lanes/CarriedRows.ts"
import { areAnyLeased, endLeases, endPause, followClock } from "../lanes/Lanes.ts"
import { backlog, laneStates } from "../lanes/LaneStates.ts"
import { plainLease, plainOutcome, toBatch, toHealth } from "../lanes/PlainValues.ts"
import { findAccount } from "../rows/Owners.ts"

type Database = SqliteDatabase["Service"]

/** The time. Where the clock was set back, lanes follow it first, which writes down what is carried. */
const makeFollowed = (database: Database): Effect.Effect<number, StorageError> => {
  // It is not known when the previous process last looked.
  let seenAt = Number.POSITIVE_INFINITY
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now < seenAt) yield* database.write("DeliveryQueue.followClock", (host) => followClock(host, now))
    seenAt = now
    return now
  })
}

/** Only one process has the database open: leases in it are those of a process that has ended, and so is what has no recipient. */
const freeLanes = Effect.fnUntraced(function* (database: Database) {
  const operation = "DeliveryQueue.freeLanes"
  const [areLeased, abandoned] = yield* database.readAttempts(
    operation,
    (host) => [areAnyLeased(host), findAbandoned(host)] as const
  )
  if (!areLeased && abandoned.events.length === 0 && abandoned.mark === undefined) return
  const now = yield* Clock.currentTimeMillis
  yield* database.write(operation, (host) => {
    endLeases(host, now)
    // Somebody else may have taken it over meanwhile.
    takeOver(host, findAbandoned(host), now)
  })
})

const canWait = ({ lasting, retryable }: StorageError): boolean => retryable && lasting !== true

/**
 * Before anything is leased. A database that is full is opened all the same, so that there can be room in it again: it is tried again
 * whenever a dispatcher asks for work, which fails until then.
 */
const makeOwnership = Effect.fnUntraced(function* (database: Database, followed: Effect.Effect<number, StorageError>) {
  let isTaken = false
  const takeFree = Effect.gen(function* () {
    yield* followed
    yield* freeLanes(database)
    isTaken = true
  })
  const take = Effect.suspend(() => (isTaken ? Effect.void : takeFree))
  yield* Effect.catchIf(take, canWait, (error) =>
    Effect.logWarning("What the last process was sending cannot be sent yet: it is tried again", error)
  )
  return { take, isTaken: () => isTaken }
})

/** When the next lane has to be looked at, except those of accounts that have their share. */
const nextLook = (database: Database, operation: string, full: ReadonlyArray<Account>) =>
  database.read(operation, (host) => {
    const times = [nextReady(host, full), database.carrying().leaseEnds].filter(Predicate.isNotUndefined)
    return times.length === 0 ? undefined : Math.min(...times)
  })

/** Each settlement wakes the dispatcher, and mostly nothing is due: that is seen without a write. */
const makeClaim = (
  database: Database,
  takeLanes: Effect.Effect<void, StorageError>,
  followed: Effect.Effect<number, StorageError>
) =>
  Effect.fnUntraced(function* (request: ClaimRequest) {
    yield* takeLanes
    const now = yield* followed
    const { full } = new AccountCapacity(request.lanesPerAccount, request.inFlight)
    const next = yield* nextLook(database, "DeliveryQueue.claim", full)
    if (next === undefined || next > now) return []
    const plain = { ...request, lease: Duration.toMillis(request.lease), now }
    const { batches, dropped } = yield* database.perform("DeliveryQueue.claim", plain)
    yield* recordDropped(dropped)
    return batches.map(toBatch)
  })

export const layer: Layer.Layer<DeliveryQueue, StorageError, LaneTakers | SqliteDatabase | WorkSignal> = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    const signal = yield* WorkSignal
    const takers = yield* LaneTakers
    const followed = makeFollowed(database)
    const ownership = yield* makeOwnership(database, followed)
    const claim = makeClaim(database, ownership.take, followed)
    return DeliveryQueue.of({
      claim,
      settle: (outcomes) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.perform("DeliveryQueue.settle", {
            outcomes: outcomes.map(plainOutcome),
            now
          })
        ).pipe(
          Effect.map((lanes) => lanes.map((lane) => lane && toHealth(lane))),
          // A claim that finds nothing writes nothing.
          Effect.tap(() => signal.send)
        ),
      release: (released) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.perform("DeliveryQueue.release", { leases: released.map(plainLease), now })
        ).pipe(Effect.andThen(signal.send)),
      endPause: (account, webhookId) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("DeliveryQueue.endPause", (host) =>
            endPause(host, findAccount(host, account) ?? 0, webhookId, now)
          )
        ).pipe(Effect.andThen(signal.send)),
      nextDue: (full) =>
        Effect.flatMap(Effect.andThen(ownership.take, followed), (now) =>
          Effect.map(nextLook(database, "DeliveryQueue.nextDue", full), (next) =>
            Option.map(Option.fromUndefinedOr(next), (at) => Duration.millis(Math.max(0, at - now)))
          )
        ),
      awaitWork: signal.await,
      leaseOnArrival: ({ offer }) =>
        takers.add({
          offer: (arriving, number) => (ownership.isTaken() ? offer(arriving, number) : Effect.undefined)
        }),
      lanes: (webhooks) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.readWaiting("DeliveryQueue.lanes", (host) => laneStates(host, webhooks, now))
        ),
      backlog: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        database.readWaiting("DeliveryQueue.backlog", (host) => backlog(host, now))
      ),
      fates: (account, id) =>
        database.readWaiting("DeliveryQueue.fates", (host) =>
          Option.fromUndefinedOr(host.snapshot(() => eventFates(host, account, id)))
        )
    })
  })
)
