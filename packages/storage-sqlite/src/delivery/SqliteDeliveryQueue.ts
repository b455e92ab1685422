/** What waits to be delivered, on SQLite. The clock is that of the one process that has the database open. */
import { DeliveryQueue, LaneTakers, recordDropped, WorkSignal } from "@sellerkit/core"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"
import { eventFates } from "../events/Fates.ts"
import { nextReady } from "../lanes/Claim.ts"
import { endPause, followClock } from "../lanes/Lanes.ts"
import { backlog, laneStates } from "../lanes/LaneStates.ts"
import { plainLease, plainOutcome, toBatch, toHealth } from "../lanes/PlainValues.ts"
import { findAccount } from "../rows/Owners.ts"

export const layer: Layer.Layer<DeliveryQueue, never, LaneTakers | SqliteDatabase | WorkSignal> = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    const signal = yield* WorkSignal
    const takers = yield* LaneTakers
    // It is not known when the previous process last looked.
    let seenAt = Number.POSITIVE_INFINITY
    /** The time. Where the clock was set back, lanes follow it first. */
    const followed = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (now < seenAt) yield* database.write("DeliveryQueue.followClock", (host) => followClock(host, now))
      seenAt = now
      return now
    })
    return DeliveryQueue.of({
      claim: (request) =>
        Effect.flatMap(followed, (now) =>
          database.perform("DeliveryQueue.claim", { ...request, lease: Duration.toMillis(request.lease), now })
        ).pipe(
          Effect.tap(({ dropped }) => recordDropped(dropped)),
          Effect.map(({ batches }) => batches.map(toBatch))
        ),
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
