/** Settles outcomes and gives lanes back: parts of one write, in plain values. */
import type { EventId, Lease, Outcome } from "@sellerkit/core"
import { row, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { insertDelivery, type PlainDelivery } from "../stored/Deliveries.ts"
import { separateFromRuns, writeDelivered, writeDeliveredWaiting } from "../stored/Recipients.ts"
import { type RecipientState, recipientState } from "../stored/RecipientState.ts"
import { appendOperational, type PlainEvent } from "./Append.ts"
import type { CarriedLane, CarryingHost } from "./CarriedLanes.ts"
import { putToSleep, writeDown } from "./CarriedRows.ts"
import { hasPending, noteOldestAttempt, pausedUntil } from "./Lanes.ts"
import type { EventKey, SizedKey } from "../stored/StoredEvent.ts"
import { findEvent } from "../stored/StoredEvents.ts"
import { type LogEntry, newEntry, type Success } from "./SuccessLog.ts"
import { applySuccessesOf, writeEntry } from "./SuccessRows.ts"

/** A lease with the number of its webhook, where it is known. */
export interface PlainLease extends Pick<Lease, "fence" | "webhookId"> {
  readonly webhook?: number | undefined
}

/** What becomes of an event. `wait` in milliseconds. */
export type PlainVerdict =
  | { readonly _tag: "Delivered" }
  | { readonly _tag: "Retry"; readonly wait: number }
  | { readonly _tag: "Dropped" }

/** An outcome with the numbers of its rows, where they are known. Times and waits in milliseconds. */
export interface PlainOutcome extends Pick<Outcome, "announced" | "batchSize" | "failures" | "keepsLease"> {
  readonly lease: PlainLease
  readonly delivery: PlainDelivery
  readonly events: ReadonlyArray<{
    readonly id: EventId
    readonly key: SizedKey | undefined
    readonly verdict: PlainVerdict
  }>
  readonly operational: PlainEvent | undefined
  readonly wait: number
  readonly renewal: number | undefined
}

/** `announcedFor` in milliseconds. */
export interface PlainHealth {
  readonly isLeased: boolean
  readonly announcedFor: number | undefined
}

/** The lane that a lease names, and whether the lease still counts. */
interface LeasedLane {
  readonly webhook: number
  readonly gathered_by: number | null
  fence: number
  readonly forgiven: number
  readonly recalled: number
  readonly wait_until: number
  lease_until: number
  readonly failing_since: number | null
  readonly announced_at: number | null
  readonly enabled: number
  readonly deleted: number
  readonly held_until: number | null
  readonly oldest_attempt_at: number | null
  readonly batch_size: number
}

const findWebhook = (host: SqliteHost, { webhook, webhookId }: PlainLease): number =>
  webhook ?? row<{ webhook: number }>(host, "select webhook from webhook where id = ?", webhookId)?.webhook ?? 0

/**
 * The lanes that leases name, in their order. One query for all of them: what is written for one lane changes nothing that
 * is read here of another, and each lease writes to its lane once. Of lanes that are carried, memory has the lease.
 */
const findLanes = (host: CarryingHost, leases: ReadonlyArray<PlainLease>): ReadonlyArray<LeasedLane | undefined> => {
  const webhooks = leases.map((lease) => findWebhook(host, lease))
  const found = rows<LeasedLane>(
    host,
    `select l.webhook, w.gathered_by, l.fence, l.forgiven, l.recalled, l.wait_until, l.lease_until, l.failing_since, l.announced_at, l.oldest_attempt_at, l.batch_size, w.held_until,
       w.status = 'enabled' as enabled, w.deleted_at is not null as deleted
     from json_each(?) j cross join webhook w on w.webhook = j.value cross join lane l on l.webhook = w.webhook`,
    JSON.stringify(webhooks)
  )
  const lanes = new Map<number, LeasedLane>()
  for (const lane of found) {
    // A copy of a row costs as much as to read it.
    lane.fence = host.carried.unwritten(lane.webhook)?.fence ?? lane.fence
    lane.lease_until = host.carried.get(lane.webhook)?.leaseUntil ?? lane.lease_until
    lanes.set(lane.webhook, lane)
  }
  return webhooks.map((webhook) => lanes.get(webhook))
}

/** When the lane has to be looked at, now that nothing of it is in flight, if anything waits in it. */
const readiness = (host: SqliteHost, lane: LeasedLane, now: number, waitUntil: number): number | null => {
  if (lane.deleted === 1) return now
  return lane.enabled === 1 ? Math.max(now, pausedUntil(host, lane.webhook, waitUntil, now)) : lane.held_until
}

const readyWhilePending = `ready_at = iif(${hasPending}, ?, null)`

// Texts that are put together once, not with every outcome: a new text would have to be read before it is recognised.
const renewLane = "update lane set lease_until = ?, ready_at = iif(ready_at is null, null, ?) where webhook = ?"
const freeLane = `update lane set lease_until = 0, ${readyWhilePending} where webhook = ?`
const forgiveLane = `update lane set lease_until = 0, ${readyWhilePending}, has_retries = 1 where webhook = ?`
const updateLane = `update lane set failures = ?, failing_since = ?, announced_at = ?, batch_size = ?, wait_until = ?,
  lease_until = 0, ${readyWhilePending}, has_retries = max(has_retries, ?)
  where webhook = ?`

/** False when it is recorded already. */
const recordDelivery = (
  host: SqliteHost,
  { gathered_by, oldest_attempt_at, webhook }: LeasedLane,
  { delivery }: PlainOutcome,
  events: ReadonlyArray<EventKey>
): boolean => {
  if (!insertDelivery(host, { webhook, gatheredBy: gathered_by }, delivery, events)) return false
  const { time } = delivery
  if (oldest_attempt_at === null || time < oldest_attempt_at) host.run(noteOldestAttempt, time, webhook, time)
  return true
}

/** What a verdict makes of a recipient that was pending: its state, when it is due again, why it is dropped. */
const recipientAfter = (
  verdict: PlainVerdict,
  now: number
): readonly [state: RecipientState, dueAt: number | null, dropReason: string | null] => {
  switch (verdict._tag) {
    case "Delivered":
      return [recipientState.delivered, null, null]
    case "Dropped":
      return [recipientState.dropped, null, "attemptsSpent"]
    case "Retry":
      return [recipientState.pending, now + verdict.wait, null]
  }
}

const isPending = `state = ${recipientState.pending}`

const pendingRecipient = `update recipient set deliveries = deliveries || ?, attempts = attempts + (${isPending}),
  due_at = iif(${isPending}, coalesce(?, due_at), due_at), drop_reason = iif(${isPending}, ?, drop_reason),
  state = iif(${isPending}, ?, state)
  where webhook = ? and time = ? and event = ?`

/** Whether the lane stays leased. Nothing of it changes then, but how long it is leased. */
const staysLeased = (
  { lease_until, recalled }: LeasedLane,
  { keepsLease, lease }: PlainOutcome,
  now: number
): boolean => keepsLease && lease.fence > recalled && lease_until > now

const renewLease = (host: CarryingHost, webhook: number, until: number): void => {
  if (host.carried.get(webhook) === undefined) host.run(renewLane, until, until, webhook)
  else host.carried.renew(webhook, until)
}

const laneHealth = (announcedAt: number | null, isLeased: boolean, now: number): PlainHealth => ({
  isLeased,
  announcedFor: announcedAt === null ? undefined : now - announcedAt
})

const lateRecipient = "update recipient set deliveries = deliveries || ? where webhook = ? and time = ? and event = ?"

/** An event as it is settled. */
interface Settled extends EventKey {
  readonly bytes: number | undefined
  readonly verdict: PlainVerdict
}

/** Writes the recipients of what the lane carries, as delivered. Gives the events that it does not carry: they have rows. */
const settleCarried = (
  host: CarryingHost,
  lane: CarriedLane,
  ended: ReadonlyArray<Settled>,
  attemptAt: number
): ReadonlyArray<Settled> => {
  const delivered = ended.flatMap(({ event }) => lane.events.get(event) ?? [])
  const others = ended.filter(({ event }) => !lane.events.has(event))
  writeDelivered(host, lane, delivered, attemptAt)
  host.carried.settle(
    lane.webhook,
    ended.map(({ event }) => event)
  )
  return others
}

const areDelivered = ({ delivery, events }: PlainOutcome): boolean =>
  delivery.success && events.every(({ verdict }) => verdict._tag === "Delivered")

/** The lane of a lease that still counts, while it is carried. It is written down unless all that the request carried was delivered. */
const keepCarried = (host: CarryingHost, lane: LeasedLane, outcome: PlainOutcome): CarriedLane | undefined => {
  const carried = lane.fence === outcome.lease.fence ? host.carried.get(lane.webhook) : undefined
  if (carried === undefined || areDelivered(outcome)) return carried
  writeDown(host, carried)
  return undefined
}

/** What one call settles: the successes that it logs, all of them in one row. */
interface Logging {
  readonly entry: LogEntry
  readonly successes: Array<Success>
}

/**
 * Logs a success instead of writing its rows, where the lane carries all that the request did. Its events were not settled before then, so
 * that it is not recorded already. Gives the lane; undefined where rows have to be written.
 */
const logSuccess = (
  host: CarryingHost,
  lane: LeasedLane,
  outcome: PlainOutcome,
  ended: ReadonlyArray<Settled>,
  { entry, successes }: Logging
): CarriedLane | undefined => {
  if (!host.successes.hasRoom || lane.fence !== outcome.lease.fence || !areDelivered(outcome)) return undefined
  const carried = host.carried.get(lane.webhook)
  if (carried === undefined || ended.length === 0) return undefined
  const events = ended.flatMap(({ event }) => carried.events.get(event) ?? [])
  if (events.length < ended.length) return undefined
  const success: Success = { webhook: lane.webhook, gatheredBy: lane.gathered_by, delivery: outcome.delivery, events }
  successes.push(success)
  host.successes.add(entry, success)
  host.carried.settle(
    lane.webhook,
    events.map(({ event }) => event)
  )
  return carried
}

/** What an attempt means for events whose recipients say more than that it delivered them. */
const writeRecipients = (
  host: SqliteHost,
  webhook: number,
  ended: ReadonlyArray<Settled>,
  { attemptAt, inTime, now }: { readonly attemptAt: number; readonly inTime: boolean; readonly now: number }
): void => {
  const attempt = `${attemptAt},`
  const write = ({ event, time, verdict }: Settled): boolean => {
    if (!inTime) return host.change(lateRecipient, attempt, webhook, time, event) > 0
    const [state, dueAt, reason] = recipientAfter(verdict, now)
    return host.change(pendingRecipient, attempt, dueAt, reason, state, webhook, time, event) > 0
  }
  const missing: Array<Settled> = []
  for (const one of ended) if (!write(one)) missing.push(one)
  if (missing.length === 0) return
  // Another request has delivered them meanwhile, so that they are in a run.
  separateFromRuns(host, webhook, missing)
  for (const one of missing) write(one)
}

/** An outcome whose rows are written. `carried`: its lane, as far as that is carried still. */
interface Recorded {
  readonly carried: CarriedLane | undefined
}

/** Undefined when it is recorded already. */
const record = (
  host: CarryingHost,
  lane: LeasedLane,
  outcome: PlainOutcome,
  events: ReadonlyArray<Settled>,
  now: number
): Recorded | undefined => {
  // Of a success that was settled before, or of one of its events.
  applySuccessesOf(host, lane.webhook)
  if (!recordDelivery(host, lane, outcome, events)) return undefined
  const inTime = lane.fence === outcome.lease.fence
  const attemptAt = outcome.delivery.time
  const carried = keepCarried(host, lane, outcome)
  const others = carried === undefined ? events : settleCarried(host, carried, events, attemptAt)
  const receiving = { webhook: lane.webhook, gatheredBy: lane.gathered_by }
  const mayBeRun = inTime && areDelivered(outcome)
  const left = mayBeRun ? writeDeliveredWaiting(host, receiving, others, attemptAt) : others
  writeRecipients(host, lane.webhook, left, { attemptAt, inTime, now })
  return { carried }
}

const settleOutcome = (
  host: CarryingHost,
  lane: LeasedLane | undefined,
  outcome: PlainOutcome,
  now: number,
  logging: Logging
): PlainHealth | undefined => {
  if (lane === undefined) return undefined
  const inTime = lane.fence === outcome.lease.fence
  const events = outcome.events.flatMap(({ id, key: known, verdict }) => {
    // Undefined when the event has been removed.
    const key = known ?? findEvent(host, id)
    return key === undefined ? [] : [{ event: key.event, time: key.time, bytes: known?.bytes, verdict }]
  })
  const isLeased = staysLeased(lane, outcome, now)
  if (isLeased && inTime && outcome.renewal !== undefined) renewLease(host, lane.webhook, now + outcome.renewal)
  const logged = logSuccess(host, lane, outcome, events, logging)
  const recorded = logged === undefined ? record(host, lane, outcome, events, now) : { carried: logged }
  if (recorded === undefined) {
    const concernsLane = inTime && lane.fence > lane.forgiven
    return concernsLane ? laneHealth(lane.announced_at, isLeased, now) : undefined
  }
  if (!inTime) return undefined
  if (isLeased) return laneHealth(lane.announced_at, true, now)
  const { carried } = recorded
  if (carried !== undefined && carried.events.size === 0 && isUnchanged(lane, outcome)) {
    putToSleep(host, lane.webhook)
    return laneHealth(null, false, now)
  }
  // What has joined it since waits.
  if (carried !== undefined) writeDown(host, carried)
  return settleLane(host, lane, outcome, now)
}

/** Whether the row of a lane that fared well need not be told that it still does. */
const isUnchanged = ({ announced_at, batch_size, failing_since }: LeasedLane, outcome: PlainOutcome): boolean => {
  const { announced, batchSize, failures, operational, wait } = outcome
  const faresWell = failures === 0 && wait === 0 && !announced && operational === undefined
  return faresWell && announced_at === null && failing_since === null && batch_size === batchSize
}

/** The webhook was enabled again since the claim: the lane keeps nothing of how the request ended. */
const settleForgiven = (host: SqliteHost, lane: LeasedLane, now: number): undefined => {
  host.run(forgiveLane, readiness(host, lane, now, 0), lane.webhook)
}

const settleLane = (
  host: CarryingHost,
  lane: LeasedLane,
  outcome: PlainOutcome,
  now: number
): PlainHealth | undefined => {
  if (outcome.lease.fence <= lane.forgiven) return settleForgiven(host, lane, now)
  const { announced, batchSize, delivery, failures, operational, wait } = outcome
  const failingSince = delivery.success ? null : (lane.failing_since ?? now)
  const announcedAt = announced ? (lane.announced_at ?? now) : null
  // Without a wait no time is kept, so that a clock that is set back stops nothing.
  const waitUntil = wait === 0 ? 0 : now + wait
  host.run(
    updateLane,
    failures,
    failingSince,
    announcedAt,
    batchSize,
    waitUntil,
    readiness(host, lane, now, waitUntil),
    outcome.events.some(({ verdict }) => verdict._tag === "Retry") ? 1 : 0,
    lane.webhook
  )
  if (operational !== undefined) appendOperational(host, operational, now)
  return laneHealth(announcedAt, false, now)
}

const releaseLane = (host: CarryingHost, lane: LeasedLane | undefined, lease: PlainLease, now: number): void => {
  if (lane === undefined || lane.fence !== lease.fence) return
  const carried = host.carried.get(lane.webhook)
  if (carried?.events.size === 0) return putToSleep(host, lane.webhook)
  if (carried !== undefined) writeDown(host, carried)
  host.run(freeLane, readiness(host, lane, now, lane.wait_until), lane.webhook)
}

export interface Settlement {
  readonly outcomes: ReadonlyArray<PlainOutcome>
  readonly now: number
}

/** One entry per outcome: undefined for one that came too late. */
export const settleOutcomes = (
  host: CarryingHost,
  { now, outcomes }: Settlement
): ReadonlyArray<PlainHealth | undefined> => {
  const lanes = findLanes(
    host,
    outcomes.map(({ lease }) => lease)
  )
  const logging: Logging = { entry: newEntry(), successes: [] }
  const healths = outcomes.map((outcome, index) => settleOutcome(host, lanes[index], outcome, now, logging))
  writeEntry(host, logging.entry, logging.successes, now)
  return healths
}

export interface Release {
  readonly leases: ReadonlyArray<PlainLease>
  readonly now: number
}

export const releaseLanes = (host: CarryingHost, { leases, now }: Release): void => {
  const lanes = findLanes(host, leases)
  for (const [index, lease] of leases.entries()) releaseLane(host, lanes[index], lease, now)
}
