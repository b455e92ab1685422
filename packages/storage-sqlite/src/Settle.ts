/** Settles outcomes and gives lanes back: parts of one write. */
import type { LaneHealth, Lease, Outcome, Verdict } from "@sellerkit/core"
import { DateTime, Duration } from "effect"
import { hasPending } from "./Lanes.ts"
import { type RecipientState, recipientState } from "./RecipientState.ts"
import { insertOperationalEvent } from "./SqliteEventStore.ts"
import { row, type SqliteHost } from "./SqliteHost.ts"

/** The lane that a lease names, and whether the lease still counts. */
interface LeasedLane {
  readonly webhook: number
  readonly owner: number
  readonly fence: number
  readonly forgiven: number
  readonly failing_since: number | null
  readonly announced_at: number | null
  readonly enabled: number
  readonly deleted: number
  readonly held_until: number | null
}

const findLane = (host: SqliteHost, { webhookId }: Lease): LeasedLane | undefined =>
  row<LeasedLane>(
    host,
    `select l.webhook, w.owner, l.fence, l.forgiven, l.failing_since, l.announced_at, w.held_until,
       w.status = 'enabled' as enabled, w.deleted_at is not null as deleted
     from webhook w join lane l using (webhook) where w.id = ?`,
    webhookId
  )

/** When the lane has to be looked at, now that nothing of it is in flight. */
const readiness = (host: SqliteHost, lane: LeasedLane, now: number, waitUntil: number): number | null => {
  if (!hasPending(host, lane.webhook)) return null
  if (lane.deleted === 1) return now
  return lane.enabled === 1 ? Math.max(now, waitUntil) : lane.held_until
}

/** An event as the rows know it. */
interface EventKey {
  readonly event: number
  readonly time: number
}

const findEvent = (host: SqliteHost, id: string): EventKey | undefined =>
  row<EventKey>(host, "select event, time from event where id = ?", id)

const recordDelivery = (
  host: SqliteHost,
  lane: LeasedLane,
  { delivery }: Outcome,
  events: ReadonlyArray<EventKey>
): number =>
  row<{ sequence: number }>(
    host,
    `insert into delivery (id, webhook, owner, time, success, response_code, error, events)
     values (?, ?, ?, ?, ?, ?, ?, ?) returning delivery as sequence`,
    delivery.id,
    lane.webhook,
    lane.owner,
    DateTime.toEpochMillis(delivery.time),
    delivery.success ? 1 : 0,
    delivery.responseCode ?? null,
    delivery.error ?? null,
    JSON.stringify(events.map(({ event }) => event))
  )!.sequence

/** What a verdict makes of a recipient that was pending: its state, when it is due again, why it is dropped. */
const recipientAfter = (
  verdict: Verdict,
  now: number
): readonly [state: RecipientState, dueAt: number | null, dropReason: string | null] => {
  switch (verdict._tag) {
    case "Delivered":
      return [recipientState.delivered, null, null]
    case "Dropped":
      return [recipientState.dropped, null, "attemptsSpent"]
    case "Retry":
      return [recipientState.pending, now + Duration.toMillis(verdict.wait), null]
  }
}

const isPending = `state = ${recipientState.pending}`

const pendingRecipient = `update recipient set deliveries = deliveries || ?, attempts = attempts + (${isPending}),
  due_at = iif(${isPending}, coalesce(?, due_at), due_at), drop_reason = iif(${isPending}, ?, drop_reason),
  state = iif(${isPending}, ?, state)
  where webhook = ? and time = ? and event = ?`

const lateRecipient = "update recipient set deliveries = deliveries || ? where webhook = ? and time = ? and event = ?"

export const settleOutcome = (host: SqliteHost, outcome: Outcome, now: number): LaneHealth | undefined => {
  const lane = findLane(host, outcome.lease)
  if (lane === undefined) return undefined
  const events = outcome.events.flatMap(({ id, verdict }) => {
    const key = findEvent(host, id)
    return key === undefined ? [] : [{ ...key, verdict }]
  })
  const attempt = `${recordDelivery(host, lane, outcome, events)},`
  const inTime = lane.fence === outcome.lease.fence
  for (const { event, time, verdict } of events) {
    const [state, dueAt, reason] = recipientAfter(verdict, now)
    if (inTime) host.run(pendingRecipient, attempt, dueAt, reason, state, lane.webhook, time, event)
    else host.run(lateRecipient, attempt, lane.webhook, time, event)
  }
  return inTime ? settleLane(host, lane, outcome, now) : undefined
}

/** The webhook was enabled anew since the claim: the lane keeps nothing of how the request ended. */
const settleForgiven = (host: SqliteHost, lane: LeasedLane, now: number): undefined => {
  const ready = readiness(host, lane, now, 0)
  host.run("update lane set lease_until = 0, ready_at = ?, has_retries = 1 where webhook = ?", ready, lane.webhook)
}

const settleLane = (host: SqliteHost, lane: LeasedLane, outcome: Outcome, now: number): LaneHealth | undefined => {
  if (outcome.lease.fence <= lane.forgiven) return settleForgiven(host, lane, now)
  const { announced, batchSize, delivery, event, failures, wait } = outcome
  const failingSince = delivery.success ? null : (lane.failing_since ?? now)
  const announcedAt = announced ? (lane.announced_at ?? now) : null
  // Without a wait no time is kept, so that a clock that is set back stops nothing.
  const waitUntil = Duration.isZero(wait) ? 0 : now + Duration.toMillis(wait)
  host.run(
    `update lane set failures = ?, failing_since = ?, announced_at = ?, batch_size = ?, wait_until = ?, lease_until = 0,
       ready_at = ?, has_retries = max(has_retries, ?), last_success_at = coalesce(?, last_success_at)
     where webhook = ?`,
    failures,
    failingSince,
    announcedAt,
    batchSize,
    waitUntil,
    readiness(host, lane, now, waitUntil),
    outcome.events.some(({ verdict }) => verdict._tag === "Retry") ? 1 : 0,
    delivery.success ? now : null,
    lane.webhook
  )
  if (event !== undefined) insertOperationalEvent(host, event, now)
  return { announcedFor: announcedAt === null ? undefined : Duration.millis(now - announcedAt) }
}

export const releaseLane = (host: SqliteHost, lease: Lease, now: number): void => {
  const lane = findLane(host, lease)
  if (lane === undefined || lane.fence !== lease.fence) return
  const waitUntil = row<{ wait_until: number }>(host, "select wait_until from lane where webhook = ?", lane.webhook)
  const ready = readiness(host, lane, now, waitUntil?.wait_until ?? now)
  host.run("update lane set lease_until = 0, ready_at = ? where webhook = ?", ready, lane.webhook)
}
