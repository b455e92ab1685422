/** What waits to be delivered, in memory. */
import {
  type Account,
  accountKey,
  AccountShares,
  type Batch,
  type ClaimRequest,
  DeliveryQueue,
  type DropReason,
  type EventFate,
  type LaneHealth,
  type Lease,
  type Outcome,
  payloadBytes,
  type PendingEvent
} from "@sellerkit/core"
import { Clock, DateTime, Duration, Effect, Layer, Option } from "effect"
import type { Lane, Pending } from "./Lane.ts"
import { accountState, MemoryState, type OwnerState, ownerState, type StoredWebhook } from "./MemoryState.ts"
import type { StoredEvent } from "./StoredEvent.ts"

// How many events of a lane are dropped per claim.
const dropAtOnce = 1000

interface Entry {
  readonly owner: OwnerState
  readonly stored: StoredWebhook
}

const allWebhooks = (state: MemoryState["Service"]): ReadonlyArray<Entry> =>
  [...state.accounts.values()].flatMap(({ owners }) =>
    [...owners.values()].flatMap((owner) => [...owner.webhooks.values()].map((stored) => ({ owner, stored })))
  )

const byReadiness = (left: Entry, right: Entry): number => left.stored.lane.readyAt! - right.stored.lane.readyAt!

/** Why what waits can no longer be sent, when that is so. */
const dropReason = ({ deletedAt, webhook }: StoredWebhook, now: number): DropReason | undefined => {
  if (deletedAt !== undefined) return "webhookDeleted"
  const over = webhook.heldUntil !== undefined && DateTime.toEpochMillis(webhook.heldUntil) <= now
  return !webhook.enabled && over ? "heldTooLong" : undefined
}

const drop = ({ lane, webhook }: StoredWebhook, reason: DropReason, now: number): void => {
  for (const { stored } of [...lane.inOrder()].slice(0, dropAtOnce)) {
    lane.remove(stored.event.id)
    Object.assign(stored.recipients.get(webhook.id)!, { state: "dropped", dropReason: reason })
  }
  lane.readyAt = lane.isEmpty ? undefined : now
}

/** When the lane has to be looked at next, now that nothing of it is in flight. */
const rest = ({ deletedAt, lane, webhook }: StoredWebhook, now: number): void => {
  if (lane.isEmpty) lane.readyAt = undefined
  else if (deletedAt !== undefined) lane.readyAt = now
  else if (webhook.enabled) lane.readyAt = Math.max(now, lane.waitUntil)
  else lane.readyAt = webhook.heldUntil === undefined ? now : DateTime.toEpochMillis(webhook.heldUntil)
}

const gather = (lane: Iterable<Pending>, most: number, mostBytes: number, now: number): ReadonlyArray<PendingEvent> => {
  const events: Array<PendingEvent> = []
  let bytes = 0
  for (const { attempts, dueAt, stored } of lane) {
    if (dueAt > now) continue
    bytes += payloadBytes(stored.event)
    if (events.length === most || (events.length > 0 && bytes > mostBytes)) break
    events.push({ event: stored.event, attempts })
  }
  return events
}

const earliestDue = (lane: Lane): number => {
  let earliest = Number.POSITIVE_INFINITY
  for (const { dueAt } of lane.inOrder()) earliest = Math.min(earliest, dueAt)
  return earliest
}

const claimLane = ({ owner, stored }: Entry, request: ClaimRequest, now: number): Batch | undefined => {
  const { lane, secret, webhook } = stored
  const reason = dropReason(stored, now)
  if (reason !== undefined) {
    drop(stored, reason, now)
    return undefined
  }
  if (!webhook.enabled || lane.isEmpty) {
    rest(stored, now)
    return undefined
  }
  const events = gather(lane.inOrder(), Math.min(lane.batchSize, request.eventsPerLane), request.bytesPerLane, now)
  if (events.length === 0) {
    lane.readyAt = earliestDue(lane)
    return undefined
  }
  lane.fence += 1
  lane.leaseUntil = now + Duration.toMillis(request.lease)
  lane.readyAt = lane.leaseUntil
  return {
    lease: { owner: owner.owner, webhookId: webhook.id, fence: lane.fence },
    url: webhook.url,
    secret,
    events,
    failures: lane.failures,
    batchSize: lane.batchSize,
    claimedAt: now
  }
}

/** What waits will be sent, and takes of the account's share; otherwise it is held, or is to be dropped. */
const isSent = ({ stored: { deletedAt, webhook } }: Entry): boolean => webhook.enabled && deletedAt === undefined

const claim = (state: MemoryState["Service"], request: ClaimRequest, now: number): ReadonlyArray<Batch> => {
  const shares = new AccountShares(request.lanesPerAccount, request.inFlight)
  const due = allWebhooks(state)
    .filter(({ stored: { lane } }) => lane.readyAt !== undefined && lane.readyAt <= now)
    .toSorted(byReadiness)
  const batches: Array<Batch> = []
  for (const entry of due) {
    if (batches.length === request.lanes) break
    const { owner } = entry.owner
    if (isSent(entry) && shares.isFull(owner)) continue
    const batch = claimLane(entry, request, now)
    if (batch === undefined) continue
    batches.push(batch)
    shares.add(owner)
  }
  return batches
}

const nextReady = (state: MemoryState["Service"], full: ReadonlyArray<Account>): number | undefined => {
  const passedOver = new Set(full.map(accountKey))
  const ready = allWebhooks(state)
    .filter((entry) => !isSent(entry) || !passedOver.has(accountKey(entry.owner.owner)))
    .flatMap(({ stored: { lane } }) => lane.readyAt ?? [])
  return ready.length === 0 ? undefined : ready.reduce((left, right) => Math.min(left, right))
}

const settleEvents = ({ lane, webhook }: StoredWebhook, { events }: Outcome, now: number): void => {
  for (const { id, verdict } of events) {
    const pending = lane.get(id)
    if (pending === undefined) continue
    const recipient = pending.stored.recipients.get(webhook.id)!
    recipient.attempts = pending.attempts + 1
    if (verdict._tag === "Retry") {
      lane.retry(id, now + Duration.toMillis(verdict.wait))
      continue
    }
    lane.remove(id)
    if (verdict._tag === "Delivered") recipient.state = "delivered"
    else Object.assign(recipient, { state: "dropped", dropReason: "attemptsSpent" })
  }
}

const settle = (state: MemoryState["Service"], outcome: Outcome, now: number): LaneHealth | undefined => {
  const { delivery, lease } = outcome
  const owner = ownerState(state, lease.owner)
  const stored = owner.webhooks.get(lease.webhookId)
  if (stored === undefined) return undefined
  owner.deliveries.insert(delivery)
  owner.deliveriesById.set(delivery.id, delivery)
  stored.deliveries.insert(delivery)
  for (const { id } of outcome.events) {
    accountState(state, lease.owner).events.get(id)?.recipients.get(lease.webhookId)?.deliveries.push(delivery)
  }
  const { lane } = stored
  if (lane.fence !== lease.fence) return undefined
  settleEvents(stored, outcome, now)
  lane.failures = outcome.failures
  lane.failingSince = delivery.success ? undefined : (lane.failingSince ?? now)
  lane.batchSize = outcome.batchSize
  lane.waitUntil = now + Duration.toMillis(outcome.wait)
  lane.leaseUntil = 0
  rest(stored, now)
  return { failures: lane.failures, failingFor: Duration.millis(now - (lane.failingSince ?? now)) }
}

const release = (state: MemoryState["Service"], lease: Lease, now: number): void => {
  const stored = ownerState(state, lease.owner).webhooks.get(lease.webhookId)
  if (stored === undefined || stored.lane.fence !== lease.fence) return
  stored.lane.leaseUntil = 0
  rest(stored, now)
}

const fateAt = (entry: StoredWebhook, stored: StoredEvent, now: number): EventFate => {
  const { lane, webhook } = entry
  const { attempts, dropReason: dropped, state } = stored.recipients.get(webhook.id)!
  const base = { webhookId: webhook.id, attempts }
  if (state === "delivered") return { ...base, fate: "delivered" }
  const reason = dropped ?? dropReason(entry, now)
  if (reason !== undefined) return { ...base, fate: "dropped", dropReason: reason }
  if (!webhook.enabled) {
    return {
      ...base,
      fate: "held",
      ...(webhook.heldUntil === undefined ? undefined : { heldUntil: webhook.heldUntil })
    }
  }
  const nextAttempt = Math.max(lane.get(stored.event.id)?.dueAt ?? now, lane.waitUntil)
  return { ...base, fate: "pending", nextAttemptAt: DateTime.makeUnsafe(nextAttempt) }
}

const atNow = <A>(step: (now: number) => A) => Effect.map(Clock.currentTimeMillis, step)

export const layer: Layer.Layer<DeliveryQueue, never, MemoryState> = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const state = yield* MemoryState
    return DeliveryQueue.of({
      claim: (request) => atNow((now) => claim(state, request, now)),
      settle: (outcomes) => atNow((now) => outcomes.map((outcome) => settle(state, outcome, now))),
      release: (leases) =>
        atNow((now) => {
          for (const lease of leases) release(state, lease, now)
          state.work.openUnsafe()
        }),
      nextDue: (full) =>
        atNow((now) =>
          Option.map(Option.fromUndefinedOr(nextReady(state, full)), (ready) =>
            Duration.millis(Math.max(0, ready - now))
          )
        ),
      awaitWork: Effect.andThen(state.work.await, Effect.asVoid(state.work.close)),
      fates: (account, id) =>
        atNow((now) => {
          const { events, owners } = accountState(state, account)
          const webhooks = new Map([...owners.values()].flatMap((owner) => [...owner.webhooks]))
          return Option.map(Option.fromUndefinedOr(events.get(id)), (stored) => ({
            event: stored.event,
            webhooks: [...stored.recipients.keys()].map((webhookId) => fateAt(webhooks.get(webhookId)!, stored, now))
          }))
        })
    })
  })
)
