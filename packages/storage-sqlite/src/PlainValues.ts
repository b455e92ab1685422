/** What is claimed and settled, as the domain's values and as the plain values of the writes. */
import {
  type Batch,
  type EventId,
  type LaneHealth,
  type Lease,
  operationalNewEvent,
  type Outcome,
  type PendingEvent,
  type Verdict
} from "@sellerkit/core"
import { DateTime, Duration } from "effect"
import { plainEvent } from "./Append.ts"
import type { PlainBatch, PlainPending } from "./Claim.ts"
import { type EventKey, type LeasedEvent, SqliteLease } from "./SqliteLease.ts"
import { toEvent } from "./Rows.ts"
import type { PlainHealth, PlainLease, PlainOutcome, PlainVerdict } from "./Settle.ts"

const toPending = ({ attempts, row, waitingSince }: PlainPending): PendingEvent => ({
  event: toEvent(row),
  attempts,
  waitingSince,
  ...(row.traceparent === null ? undefined : { traceparent: row.traceparent })
})

const leasedEvent = ({ row: { event, id, time } }: PlainPending): LeasedEvent => ({ id: id as EventId, event, time })

export const toBatch = ({ events, lease, webhook, ...batch }: PlainBatch): Batch => ({
  ...batch,
  lease: new SqliteLease(lease, { webhook, events: events.map(leasedEvent) }),
  events: events.map(toPending)
})

export const plainLease = (lease: Lease): PlainLease => ({
  webhookId: lease.webhookId,
  fence: lease.fence,
  webhook: SqliteLease.rowsOf(lease)?.webhook
})

const plainVerdict = (verdict: Verdict): PlainVerdict =>
  verdict._tag === "Retry" ? { _tag: "Retry", wait: Duration.toMillis(verdict.wait) } : verdict

/** Outcomes list a batch's events in its order: where one does not, the event is looked up. */
const keyOf = (leased: LeasedEvent | undefined, id: EventId): EventKey | undefined =>
  leased?.id === id ? { event: leased.event, time: leased.time } : undefined

export const plainOutcome = (outcome: Outcome): PlainOutcome => {
  const { announced, batchSize, delivery, event, events, failures, lease, wait } = outcome
  const leased = SqliteLease.rowsOf(lease)?.events
  return {
    lease: plainLease(lease),
    delivery: { ...delivery, time: DateTime.toEpochMillis(delivery.time) },
    events: events.map(({ id, verdict }, index) => ({
      id,
      key: keyOf(leased?.[index], id),
      verdict: plainVerdict(verdict)
    })),
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
