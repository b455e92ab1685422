/** What waits to be delivered, in memory. */
import { DeliveryQueue, type EventFate, recordDropped, testDueAt } from "@sellerkit/core"
import { Clock, DateTime, Duration, Effect, Layer, Option } from "effect"
import { claim, followClock, nextReady } from "./lanes/Claim.ts"
import { backlog, laneStates } from "./lanes/LaneStates.ts"
import { release, settle } from "./lanes/Settle.ts"
import { accountState, MemoryState, type StoredWebhook } from "./state/MemoryState.ts"
import type { StoredEvent } from "./state/StoredEvent.ts"

const fateAt = (entry: StoredWebhook, stored: StoredEvent, now: number): EventFate => {
  const { lane, webhook } = entry
  const { attempts, dropReason: dropped, state } = stored.recipients.get(webhook.id)!
  const base = { webhookId: webhook.id, attempts }
  if (state === "delivered") return { ...base, fate: "delivered" }
  const reason = dropped ?? (entry.deletedAt === undefined ? undefined : "webhookDeleted")
  if (reason !== undefined) return { ...base, fate: "dropped", dropReason: reason }
  if (!webhook.enabled) {
    return {
      ...base,
      fate: "held",
      ...(webhook.heldUntil === undefined ? undefined : { heldUntil: webhook.heldUntil })
    }
  }
  const { dueAt = now } = lane.get(stored.event.id) ?? {}
  const nextAttempt = dueAt === testDueAt ? stored.acceptedAt : Math.max(dueAt, lane.waitUntil)
  return { ...base, fate: "pending", nextAttemptAt: DateTime.makeUnsafe(nextAttempt) }
}

const atNow = <A>(step: (now: number) => A) => Effect.map(Clock.currentTimeMillis, step)

export const layer: Layer.Layer<DeliveryQueue, never, MemoryState> = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const state = yield* MemoryState
    let seenAt = Number.POSITIVE_INFINITY
    /** The same as `atNow`, and notices when the clock was set back. */
    const following = <A>(step: (now: number) => A) =>
      atNow((now) => {
        if (now < seenAt) followClock(state, now)
        seenAt = now
        return step(now)
      })
    return DeliveryQueue.of({
      claim: (request) =>
        following((now) => claim(state, request, now)).pipe(
          Effect.tap(({ dropped }) => recordDropped(dropped)),
          Effect.map(({ batches }) => batches)
        ),
      settle: (outcomes) =>
        atNow((now) => {
          const lanes = outcomes.map((outcome) => settle(state, outcome, now))
          state.work.openUnsafe()
          return lanes
        }),
      release: (leases) =>
        atNow((now) => {
          for (const lease of leases) release(state, lease, now)
          state.work.openUnsafe()
        }),
      endPause: (account, webhookId) =>
        atNow((now) => {
          const owners = [...accountState(state, account).owners.values()]
          const stored = owners.flatMap((owner) => owner.existing(webhookId) ?? [])[0]
          if (stored === undefined || !stored.webhook.enabled || stored.lane.leaseUntil > now) return
          stored.lane.endPause(now)
          state.work.openUnsafe()
        }),
      nextDue: (full) =>
        following((now) =>
          Option.map(Option.fromUndefinedOr(nextReady(state, full)), (ready) =>
            Duration.millis(Math.max(0, ready - now))
          )
        ),
      awaitWork: Effect.andThen(state.work.await, Effect.asVoid(state.work.close)),
      // A claim is no round trip here.
      leaseOnArrival: () => Effect.void,
      lanes: (webhooks) => atNow((now) => laneStates(state, webhooks, now)),
      backlog: atNow((now) => backlog(state, now)),
      fates: (account, id) =>
        atNow((now) => {
          const { events, owners } = accountState(state, account)
          const webhooks = new Map([...owners.values()].flatMap((owner) => [...owner.webhooks]))
          return Option.map(Option.fromUndefinedOr(events.get(id)), (stored) => ({
            ...stored.event,
            webhooks: [...stored.recipients.keys()].map((webhookId) => fateAt(webhooks.get(webhookId)!, stored, now))
          }))
        })
    })
  })
)
