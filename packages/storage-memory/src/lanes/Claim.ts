/** Claims due lanes and gathers their batches. */
import {
  type Account,
  accountKey,
  AccountCapacity,
  type Batch,
  type ClaimRequest,
  type DroppedEvents,
  type DropReason,
  makeBatchLimit,
  overdueAfter,
  payloadBytes,
  type PendingEvent,
  testDueAt,
  type WebhookId
} from "@sellerkit/core"
import { DateTime, Duration } from "effect"
import type { Lane } from "../state/Lane.ts"
import { type MemoryState, type OwnerState, setReadyAt, type StoredWebhook } from "../state/MemoryState.ts"
import type { Pending } from "../state/PendingList.ts"

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

/** Why what waits in a lane can no longer be sent; undefined where it can. */
const dropReason = ({ deletedAt, webhook }: StoredWebhook, now: number): DropReason | undefined => {
  if (deletedAt !== undefined) return "webhookDeleted"
  const over = webhook.heldUntil !== undefined && DateTime.toEpochMillis(webhook.heldUntil) <= now
  return !webhook.enabled && over ? "heldTooLong" : undefined
}

/** Gives how many events it dropped. */
const drop = ({ lane, webhook }: StoredWebhook, reason: DropReason, now: number): number => {
  const leaving = [...lane.due(0, Number.POSITIVE_INFINITY)].slice(0, dropAtOnce)
  for (const { stored } of leaving) {
    lane.remove(stored.event.id)
    Object.assign(stored.recipients.get(webhook.id)!, { state: "dropped", dropReason: reason })
  }
  lane.readyAt = lane.isEmpty ? undefined : now
  return leaving.length
}

/**
 * The number of attempts with which a lane's batch begins: that of failed events which fresh ones have overtaken for too long.
 */
const leastAttempts = (lane: Lane, now: number): number => {
  const [first] = lane.earliest(1).toSorted((left, right) => left.dueAt - right.dueAt)
  return first !== undefined && first.dueAt <= now - Duration.toMillis(overdueAfter) ? first.attempts : 0
}

/** What may be sent of a lane: while it pauses, test events that were never tried. */
const sendable = (lane: Lane, now: number): Iterable<Pending> => {
  if (lane.waitUntil <= now) return lane.due(leastAttempts(lane, now), now)
  return [...lane.due(0, now)].filter(({ dueAt }) => dueAt === testDueAt)
}

const gather = (
  lane: Lane,
  most: { readonly events: number; readonly bytes: number },
  now: number
): ReadonlyArray<Pending> => {
  const goesAlong = makeBatchLimit(most)
  const taken: Array<Pending> = []
  for (const pending of sendable(lane, now)) {
    if (!goesAlong(pending.attempts, payloadBytes(pending.stored.event))) break
    taken.push(pending)
  }
  return taken
}

const toPending = ({ attempts, stored }: Pending, webhookId: WebhookId): PendingEvent => {
  const { event, recipients, traceparent } = stored
  const { waitingSince } = recipients.get(webhookId)!
  return { event, attempts, waitingSince, ...(traceparent === undefined ? undefined : { traceparent }) }
}

/** How much of a lane is leased at once. */
const mostOf = (lane: Lane, { bytesPerLane: bytes, eventsPerLane, eventsPerRequest }: ClaimRequest) => ({
  events: lane.isSound ? eventsPerLane : Math.min(lane.batchSize, eventsPerRequest),
  bytes
})

const leaseLane = (
  { owner, stored }: Entry,
  taken: ReadonlyArray<Pending>,
  lease: Duration.Duration,
  now: number
): Batch => {
  const { lane, secret, webhook } = stored
  lane.fence += 1
  lane.leaseUntil = now + Duration.toMillis(lease)
  lane.readyAt = lane.leaseUntil
  return {
    lease: { owner: owner.owner, webhookId: webhook.id, fence: lane.fence },
    url: webhook.url,
    secret,
    events: taken.map((pending) => toPending(pending, webhook.id)),
    failures: lane.failures,
    announced: lane.announcedAt !== undefined,
    batchSize: lane.batchSize,
    claimedAt: now,
    ...(lane.waitUntil > now && { pausedFor: Duration.millis(lane.waitUntil - now) })
  }
}

const claimLane = (entry: Entry, request: ClaimRequest, now: number): Batch | DroppedEvents | undefined => {
  const { stored } = entry
  const { lane, webhook } = stored
  const reason = dropReason(stored, now)
  if (reason !== undefined) return { reason, events: drop(stored, reason, now) }
  // What was leased is over, and stays so when the clock is set back.
  lane.leaseUntil = 0
  if (!webhook.enabled || lane.isEmpty) {
    setReadyAt(stored, now)
    return undefined
  }
  const taken = gather(lane, mostOf(lane, request), now)
  if (taken.length > 0) return leaseLane(entry, taken, request.lease, now)
  lane.readyAt = Math.max(lane.waitUntil, Math.min(...lane.earliest(0).map(({ dueAt }) => dueAt)))
  return undefined
}

/** Whether what waits will be sent, and takes of the account's share. Otherwise it is held, or is to be dropped. */
const isSent = ({ stored: { deletedAt, webhook } }: Entry): boolean => webhook.enabled && deletedAt === undefined

export interface Claimed {
  readonly batches: ReadonlyArray<Batch>
  /** What was dropped on the way. */
  readonly dropped: ReadonlyArray<DroppedEvents>
}

export const claim = (state: MemoryState["Service"], request: ClaimRequest, now: number): Claimed => {
  const capacity = new AccountCapacity(request.lanesPerAccount, request.inFlight)
  const due = allWebhooks(state)
    .filter(({ stored: { lane } }) => lane.readyAt !== undefined && lane.readyAt <= now)
    .toSorted(byReadiness)
  const batches: Array<Batch> = []
  const dropped: Array<DroppedEvents> = []
  let { bytes, events } = request
  for (const entry of due) {
    if (batches.length === request.lanes || events <= 0 || bytes <= 0) break
    const { owner } = entry.owner
    if (isSent(entry) && capacity.isFull(owner)) continue
    const taken = claimLane(entry, request, now)
    if (taken === undefined) continue
    if ("reason" in taken) {
      dropped.push(taken)
      continue
    }
    batches.push(taken)
    capacity.add(owner)
    events -= taken.events.length
    bytes -= taken.events.reduce((sum, { event }) => sum + payloadBytes(event), 0)
  }
  return { batches, dropped }
}

/** The clock was set back: lanes that neither wait nor are leased are due now. */
export const followClock = (state: MemoryState["Service"], now: number): void => {
  for (const { stored } of allWebhooks(state)) {
    const { deletedAt, lane, webhook } = stored
    if (lane.readyAt !== undefined && (webhook.enabled || deletedAt !== undefined)) lane.wake(now)
  }
}

/** When the next lane has to be looked at, except those of accounts that have their share. */
export const nextReady = (state: MemoryState["Service"], full: ReadonlyArray<Account>): number | undefined => {
  const passedOver = new Set(full.map(accountKey))
  const ready = allWebhooks(state)
    .filter((entry) => !isSent(entry) || !passedOver.has(accountKey(entry.owner.owner)))
    .flatMap(({ stored: { lane } }) => lane.readyAt ?? [])
  return ready.length === 0 ? undefined : ready.reduce((left, right) => Math.min(left, right))
}
