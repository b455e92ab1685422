/** What is claimed and settled, as the domain's values and as the plain values of the writes. */
import {
  type Batch,
  type LaneHealth,
  type Lease,
  operationalNewEvent,
  type Outcome,
  type PendingEvent,
  type Verdict
} from "@sellerkit/core"
import { DateTime, Duration, Redacted } from "effect"
import { plainEvent } from "./Append.ts"
import type { PlainBatch, PlainPending } from "./Claim.ts"
import type { EventKey, Leases } from "./Leases.ts"
import { toEvent } from "./Rows.ts"
import type { PlainHealth, PlainLease, PlainOutcome, PlainVerdict } from "./Settle.ts"

const toPending = ({ attempts, row, waitingSince }: PlainPending): PendingEvent => ({
  event: toEvent(row),
  attempts,
  waitingSince,
  ...(row.traceparent === null ? undefined : { traceparent: row.traceparent })
})

const keyOf = ({ row: { event, time } }: PlainPending): EventKey => ({ event, time })

export const toBatch = ({ events, secret, webhook, ...batch }: PlainBatch, leases: Leases): Batch => {
  const pending = events.map(toPending)
  leases.set(batch.lease, {
    webhook,
    events: new Map(pending.map(({ event }, index) => [event.id, keyOf(events[index]!)]))
  })
  return { ...batch, secret: Redacted.make(secret, { label: "webhook secret" }), events: pending }
}

export const plainLease = (lease: Lease, leases: Leases): PlainLease => ({
  webhookId: lease.webhookId,
  fence: lease.fence,
  webhook: leases.get(lease)?.webhook
})

const plainVerdict = (verdict: Verdict): PlainVerdict =>
  verdict._tag === "Retry" ? { _tag: "Retry", wait: Duration.toMillis(verdict.wait) } : verdict

export const plainOutcome = (outcome: Outcome, leases: Leases): PlainOutcome => {
  const { announced, batchSize, delivery, event, events, failures, lease, wait } = outcome
  const known = leases.get(lease)?.events
  return {
    lease: plainLease(lease, leases),
    delivery: { ...delivery, time: DateTime.toEpochMillis(delivery.time) },
    events: events.map(({ id, verdict }) => ({ id, key: known?.get(id), verdict: plainVerdict(verdict) })),
    operational: event && plainEvent(operationalNewEvent(event)),
    failures,
    announced,
    batchSize,
    wait: Duration.toMillis(wait)
  }
}

export const toHealth = ({ announcedFor }: PlainHealth): LaneHealth => ({
  announcedFor: announcedFor === undefined ? undefined : Duration.millis(announcedFor)
})
