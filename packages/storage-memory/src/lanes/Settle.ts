/** Settles outcomes and gives lanes back. */
import type { LaneHealth, Lease, Outcome } from "@sellerkit/core"
import { DateTime, Duration } from "effect"
import type { Lane } from "../state/Lane.ts"
import {
  accountState,
  type MemoryState,
  type OwnerState,
  ownerState,
  setReadyAt,
  type StoredWebhook
} from "../state/MemoryState.ts"
import { appendOperational } from "./Append.ts"

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

const noteSuccess = (lane: Lane, at: number): void => {
  lane.lastSuccessAt = Math.max(at, lane.lastSuccessAt ?? at)
}

const recordDelivery = (state: MemoryState["Service"], owner: OwnerState, stored: StoredWebhook, outcome: Outcome) => {
  const { delivery, events, lease } = outcome
  if (delivery.success) noteSuccess(stored.lane, DateTime.toEpochMillis(delivery.time))
  owner.deliveries.insert(delivery)
  owner.deliveriesById.set(delivery.id, delivery)
  stored.deliveries.insert(delivery)
  for (const { id } of events) {
    accountState(state, lease.owner).events.get(id)?.recipients.get(lease.webhookId)?.deliveries.push(delivery)
  }
}

const laneHealth = ({ announcedAt }: Lane, isLeased: boolean, now: number): LaneHealth => ({
  isLeased,
  announcedFor: announcedAt === undefined ? undefined : Duration.millis(now - announcedAt)
})

const settleLane = (
  lane: Lane,
  { announced, batchSize, delivery, failures, wait }: Outcome,
  now: number
): LaneHealth => {
  lane.failures = failures
  lane.announcedAt = announced ? (lane.announcedAt ?? now) : undefined
  lane.failingSince = delivery.success ? undefined : (lane.failingSince ?? now)
  lane.batchSize = batchSize
  // Without a wait no time is kept, so that a clock that is set back stops nothing.
  lane.waitUntil = Duration.isZero(wait) ? 0 : now + Duration.toMillis(wait)
  return laneHealth(lane, false, now)
}

const renew = (lane: Lane, { renewal }: Outcome, now: number): void => {
  if (renewal === undefined) return
  lane.leaseUntil = now + Duration.toMillis(renewal)
  lane.readyAt = lane.leaseUntil
}

export const settle = (state: MemoryState["Service"], outcome: Outcome, now: number): LaneHealth | undefined => {
  const { lease } = outcome
  const owner = ownerState(state, lease.owner)
  const stored = owner.webhooks.get(lease.webhookId)
  if (stored === undefined) return undefined
  const { lane } = stored
  const staysLeased = outcome.keepsLease && lease.fence > lane.recalled && lane.leaseUntil > now
  if (staysLeased && lane.fence === lease.fence) renew(lane, outcome, now)
  if (owner.deliveriesById.has(outcome.delivery.id)) {
    return lane.fence === lease.fence && lease.fence > lane.forgiven ? laneHealth(lane, staysLeased, now) : undefined
  }
  recordDelivery(state, owner, stored, outcome)
  if (lane.fence !== lease.fence) return undefined
  settleEvents(stored, outcome, now)
  if (staysLeased) return laneHealth(lane, true, now)
  // When the webhook was enabled again since the claim, the lane keeps nothing of how the request ended.
  const health = lease.fence > lane.forgiven ? settleLane(lane, outcome, now) : undefined
  if (health !== undefined && outcome.event !== undefined) appendOperational(state, outcome.event, now)
  lane.leaseUntil = 0
  setReadyAt(stored, now)
  return health
}

export const release = (state: MemoryState["Service"], lease: Lease, now: number): void => {
  const stored = ownerState(state, lease.owner).webhooks.get(lease.webhookId)
  if (stored === undefined || stored.lane.fence !== lease.fence) return
  stored.lane.leaseUntil = 0
  setReadyAt(stored, now)
}
