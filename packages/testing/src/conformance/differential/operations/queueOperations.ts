/** Operations on what waits to be delivered. */
import {
  AccountCapacity,
  type Batch,
  type ClaimRequest,
  DeliveryQueue,
  type Outcome,
  type Verdict,
  WebhookStore
} from "@sellerkit/core"
import { Duration, Effect, Result } from "effect"
import { claimRequest } from "../../seed.ts"
import { byId } from "../byId.ts"
import { claimAll } from "../claimAll.ts"
import type { OperationOf } from "../Operation.ts"
import { owners } from "../owners.ts"
import type { Trial } from "../Trial.ts"
import { webhookKey } from "./webhookOperations.ts"
import { which, type World } from "../World.ts"

const requestOf = ({ inFlight, leaseSeconds, ...limits }: OperationOf<"Claim">): ClaimRequest => {
  const eventsPerRequest = Math.min(limits.eventsPerRequest, limits.eventsPerLane)
  const capacity = new AccountCapacity(limits.lanesPerAccount)
  for (const name of inFlight) capacity.add(owners[name])
  return { ...limits, eventsPerRequest, inFlight: capacity.inFlight, lease: Duration.seconds(leaseSeconds) }
}

export const claim = Effect.fnUntraced(function* (operation: OperationOf<"Claim">, { drivers, world }: Trial) {
  const claimed = yield* drivers.ask(claimAll(requestOf(operation)))
  if (Result.isSuccess(claimed)) world.batches = [...world.batches, ...claimed.success.batches]
})

type GivenOutcome = OperationOf<"Settle">["outcomes"][number]

const verdicts = {
  Delivered: { _tag: "Delivered" },
  Dropped: { _tag: "Dropped" },
  "Retry now": { _tag: "Retry", wait: Duration.zero },
  "Retry soon": { _tag: "Retry", wait: Duration.seconds(1) },
  "Retry later": { _tag: "Retry", wait: Duration.seconds(10) }
} as const satisfies Record<string, Verdict>

const keepsLease = ({ keepsLease, success, verdicts }: GivenOutcome): boolean =>
  keepsLease && success && verdicts.every((verdict) => verdict === "Delivered")

/** What one request carries: the first event of a batch that goes on, or all of it. */
const carriedOf = (batch: Batch, given: GivenOutcome): Batch => ({
  ...batch,
  events: batch.events.slice(0, keepsLease(given) ? 1 : undefined)
})

/** What is left of a batch after its request, or all of it once more. */
const leftOf = (batch: Batch, given: GivenOutcome): ReadonlyArray<Batch> => {
  if (given.again) return [batch]
  return keepsLease(given) && batch.events.length > 1 ? [{ ...batch, events: batch.events.slice(1) }] : []
}

const outcomeOf = (batch: Batch, given: GivenOutcome, world: World): Outcome => {
  const { announced, batchSize, success, told, waitSeconds } = given
  const { owner, webhookId } = batch.lease
  const delivery = world.nextDelivery(batch)
  return {
    lease: batch.lease,
    delivery: success ? { ...delivery, success, responseCode: 200 } : { ...delivery, success, error: "failed" },
    events: batch.events.map(({ event }, index) => ({
      id: event.id,
      verdict: verdicts[given.verdicts[index % given.verdicts.length]!]
    })),
    ...(told === null || keepsLease(given)
      ? undefined
      : { event: world.nextOperationalEvent(told, { owner, id: webhookId }) }),
    failures: success ? 0 : batch.failures + 1,
    announced,
    batchSize,
    wait: Duration.seconds(success ? 0 : waitSeconds),
    keepsLease: keepsLease(given),
    ...(given.renews ? { renewal: claimRequest.lease } : undefined)
  }
}

/** Settles in time or too late, and sometimes twice. Never settles a batch twice in one call. */
export const settle = ({ outcomes }: OperationOf<"Settle">, { drivers, world }: Trial) => {
  const chosen = new Map<Batch, GivenOutcome>()
  for (const given of outcomes) {
    const batch = which(world.batches, given.batch)
    if (batch !== undefined) chosen.set(batch, given)
  }
  if (chosen.size === 0) return Effect.void
  const settled = [...chosen].map(([batch, given]) => outcomeOf(carriedOf(batch, given), given, world))
  world.batches = world.batches.flatMap((batch) => {
    const given = chosen.get(batch)
    return given === undefined ? [batch] : leftOf(batch, given)
  })
  return drivers.ask(Effect.flatMap(DeliveryQueue, (queue) => queue.settle(settled)))
}

export const release = (operation: OperationOf<"Release">, { drivers, world }: Trial) => {
  const batch = which(world.batches, operation.batch)
  if (batch === undefined) return Effect.void
  return drivers.ask(Effect.flatMap(DeliveryQueue, (queue) => queue.release([batch.lease])))
}

export const endPause = (operation: OperationOf<"EndPause">, { drivers, world }: Trial) => {
  const key = webhookKey(world, operation.webhook, operation.asking)
  if (key === undefined) return Effect.void
  return drivers.ask(Effect.flatMap(DeliveryQueue, (queue) => queue.endPause(key.owner, key.id)))
}

export const nextDue = ({ full }: OperationOf<"NextDue">, { drivers }: Trial) =>
  drivers.ask(Effect.flatMap(DeliveryQueue, (queue) => queue.nextDue(full.map((name) => owners[name]))))

export const readLanes = (operation: OperationOf<"ReadLanes">, { drivers, world }: Trial) => {
  const one = operation.webhook === null ? undefined : which(world.webhooks, operation.webhook)
  // Also for another owner, whose key names nothing.
  const asked = one === undefined ? world.webhooks : [one, { id: one.id, owner: owners[operation.owner] }]
  return drivers.ask(
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const lanes = yield* queue.lanes(asked)
      return {
        // Of a success whose attempt was removed a driver may know less.
        lanes: byId(lanes.map(({ lastSuccessAt: _, ...lane }) => ({ id: lane.webhookId, ...lane }))),
        backlog: yield* queue.backlog,
        webhooks: yield* (yield* WebhookStore).everywhere(one?.id, 3)
      }
    })
  )
}
