/** What waits to be delivered, on SQLite. The clock is that of the one process that has the database open. */
import {
  type ClaimRequest,
  DeliveryQueue,
  LaneTakers,
  recordDropped,
  type StorageError,
  WorkSignal
} from "@sellerkit/core"
import { AccountCapacity } from "@sellerkit/core/queue-rules"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"
import { eventFates } from "../events/Fates.ts"
import { nextReady } from "../lanes/Claim.ts"
import { areAnyLeased, endLeases, endPause, followClock } from "../lanes/Lanes.ts"
import { backlog, laneStates } from "../lanes/LaneStates.ts"
import { plainLease, plainOutcome, toBatch, toHealth } from "../lanes/PlainValues.ts"
import { findAccount } from "../rows/Owners.ts"

type Database = SqliteDatabase["Service"]

/** The time. Where the clock was set back, lanes follow it first. */
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

/** Only one process has the database open. Leases that it finds there are those of a process that has ended. */
const freeLanes = Effect.fnUntraced(function* (database: Database) {
  const operation = "DeliveryQueue.freeLanes"
  if (!(yield* database.read(operation, areAnyLeased))) return
  const now = yield* Clock.currentTimeMillis
  yield* database.write(operation, (host) => endLeases(host, now))
})

/** A dispatcher claims whenever requests have ended. That nothing is due, as after most of them, is seen without a write. */
const makeClaim = (database: Database, followed: Effect.Effect<number, StorageError>) => {
  const isAnyDue = ({ inFlight, lanesPerAccount }: ClaimRequest, now: number) =>
    database.read("DeliveryQueue.claim", (host) => {
      const ready = nextReady(host, new AccountCapacity(lanesPerAccount, inFlight).full)
      return ready !== undefined && ready <= now
    })

  return Effect.fnUntraced(function* (request: ClaimRequest) {
    const now = yield* followed
    if (!(yield* isAnyDue(request, now))) return []
    const plain = { ...request, lease: Duration.toMillis(request.lease), now }
    const { batches, dropped } = yield* database.perform("DeliveryQueue.claim", plain)
    yield* recordDropped(dropped)
    return batches.map(toBatch)
  })
}

export const layer: Layer.Layer<DeliveryQueue, StorageError, LaneTakers | SqliteDatabase | WorkSignal> = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    const signal = yield* WorkSignal
    const takers = yield* LaneTakers
    yield* freeLanes(database)
    const followed = makeFollowed(database)
    const claim = makeClaim(database, followed)
    return DeliveryQueue.of({
      claim,
      settle: (outcomes) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.perform("DeliveryQueue.settle", {
            outcomes: outcomes.map(plainOutcome),
            now
          })
        ).pipe(Effect.map((lanes) => lanes.map((lane) => lane && toHealth(lane)))),
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
        Effect.flatMap(followed, (now) =>
          database.read("DeliveryQueue.nextDue", (host) =>
            Option.map(Option.fromUndefinedOr(nextReady(host, full)), (ready) =>
              Duration.millis(Math.max(0, ready - now))
            )
          )
        ),
      awaitWork: signal.await,
      leaseOnArrival: takers.add,
      lanes: (webhooks) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.read("DeliveryQueue.lanes", (host) => laneStates(host, webhooks, now))
        ),
      backlog: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        database.read("DeliveryQueue.backlog", (host) => backlog(host, now))
      ),
      fates: (account, id) =>
        database.read("DeliveryQueue.fates", (host) => Option.fromUndefinedOr(eventFates(host, account, id)))
    })
  })
)
