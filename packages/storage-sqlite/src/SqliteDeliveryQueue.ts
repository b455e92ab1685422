/** What waits to be delivered, on SQLite. The clock is that of the one process that has the database open. */
import { DeliveryQueue, recordDropped } from "@sellerkit/core"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { claimLanes, nextReady } from "./Claim.ts"
import { eventFates } from "./Fates.ts"
import { backlog, laneStates } from "./LaneStates.ts"
import { releaseLane, settleOutcome } from "./Settle.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"
import { Work } from "./Work.ts"

export const layer: Layer.Layer<DeliveryQueue, never, SqliteDatabase | Work> = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    const work = yield* Work
    return DeliveryQueue.of({
      claim: (request) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("DeliveryQueue.claim", (host) => claimLanes(host, request, now))
        ).pipe(
          Effect.tap(({ dropped }) => recordDropped(dropped)),
          Effect.map(({ batches }) => batches)
        ),
      settle: (outcomes) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("DeliveryQueue.settle", (host) => outcomes.map((outcome) => settleOutcome(host, outcome, now)))
        ),
      release: (leases) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("DeliveryQueue.release", (host) => {
            for (const lease of leases) releaseLane(host, lease, now)
          })
        ).pipe(Effect.andThen(work.arrived)),
      nextDue: (full) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.read("DeliveryQueue.nextDue", (host) =>
            Option.map(Option.fromUndefinedOr(nextReady(host, full)), (ready) =>
              Duration.millis(Math.max(0, ready - now))
            )
          )
        ),
      awaitWork: work.await,
      lanes: (account, webhookId) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.read("DeliveryQueue.lanes", (host) => laneStates(host, account, webhookId, now))
        ),
      backlog: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        database.read("DeliveryQueue.backlog", (host) => backlog(host, now))
      ),
      fates: (account, id) =>
        database.read("DeliveryQueue.fates", (host) => Option.fromUndefinedOr(eventFates(host, account, id)))
    })
  })
)
