/** What is claimed and settled, as the domain's values and as the plain values of the writes. */
import {
  type Account,
  arrivedBatch,
  arrivedEvents,
  type Batch,
  type EventId,
  type LaneHealth,
  type LaneOffer,
  type Lease,
  type NewEvent,
  operationalNewEvent,
  type Outcome,
  type PendingEvent,
  type Verdict
} from "@sellerkit/core"
import { DateTime, Duration } from "effect"
import { toEvent } from "../rows/Rows.ts"
import type { PlainEvent } from "./Append.ts"
import type { ArrivalLeases, LeasedArrivals } from "./Arrivals.ts"
import type { PlainBatch, PlainPending } from "./Claim.ts"
import type { PlainHealth, PlainLease, PlainOutcome, PlainVerdict } from "./Settle.ts"
import { type EventKey, type LeasedEvent, SqliteLease } from "./SqliteLease.ts"

export const plainEvent = (event: NewEvent): PlainEvent => ({ ...event, time: DateTime.toEpochMillis(event.time) })

const toPending = ({ attempts, row, waitingSince }: PlainPending): PendingEvent => ({
  event: toEvent(row),
  attempts,
  waitingSince,
  ...(row.traceparent === null ? undefined : { traceparent: row.traceparent })
})

const leasedEvent = ({ row: { event, id, time } }: PlainPending): LeasedEvent => ({ id: id as EventId, event, time })

export const toBatch = ({ events, lease, pausedFor, webhook, ...batch }: PlainBatch): Batch => ({
  ...batch,
  ...(pausedFor === undefined ? undefined : { pausedFor: Duration.millis(pausedFor) }),
  lease: new SqliteLease(lease, { webhook, events: events.map(leasedEvent) }),
  events: events.map(toPending)
})

/** What a dispatcher that has capacity lets be leased to it, for the account that it was asked about. */
export const arrivalLeases = (offer: LaneOffer | undefined): { readonly leases?: ArrivalLeases } =>
  offer === undefined ? {} : { leases: { lanes: offer.lanes[0]!, lease: Duration.toMillis(offer.lease) } }

/** The batch of a lane that was leased to events of the account as they were stored. */
export const toArrivedBatch = (
  { arrivals, batchSize, fence, secret, serviceId, url, webhook, webhookId }: LeasedArrivals,
  { sandbox, sellerId }: Account,
  events: ReadonlyArray<NewEvent>,
  acceptedAt: number
): Batch => {
  const arrived = arrivals.map(({ event: number, place }) => ({ number, event: events[place]! }))
  const rows = {
    webhook,
    events: arrived.map(({ event: { id, time }, number }) => ({
      id,
      event: number,
      time: DateTime.toEpochMillis(time)
    }))
  }
  const lease = new SqliteLease({ owner: { sellerId, sandbox, serviceId }, webhookId, fence }, rows)
  return arrivedBatch({ lease, url, secret, batchSize, events: arrivedEvents(arrived, acceptedAt) }, acceptedAt)
}

export const plainLease = (lease: Lease): PlainLease => ({
  webhookId: lease.webhookId,
  fence: lease.fence,
  webhook: SqliteLease.rowsOf(lease)?.webhook
})

const plainVerdict = (verdict: Verdict): PlainVerdict =>
  verdict._tag === "Retry" ? { _tag: "Retry", wait: Duration.toMillis(verdict.wait) } : verdict

/** An outcome lists events in the order of the batch, of which it may be a part. Where it does not, the event is looked up. */
const keyOf = (leased: LeasedEvent | undefined, id: EventId): EventKey | undefined =>
  leased?.id === id ? { event: leased.event, time: leased.time } : undefined

export const plainOutcome = (outcome: Outcome): PlainOutcome => {
  const { announced, batchSize, delivery, event, events, failures, keepsLease, lease, wait } = outcome
  const leased = SqliteLease.rowsOf(lease)?.events
  const first = leased?.findIndex(({ id }) => id === events[0]?.id) ?? 0
  return {
    lease: plainLease(lease),
    delivery: { ...delivery, time: DateTime.toEpochMillis(delivery.time) },
    events: events.map(({ id, verdict }, index) => ({
      id,
      key: keyOf(leased?.[first + index], id),
      verdict: plainVerdict(verdict)
    })),
    operational: event && plainEvent(operationalNewEvent(event)),
    failures,
    announced,
    batchSize,
    wait: Duration.toMillis(wait),
    keepsLease
  }
}

export const toHealth = ({ announcedFor, isLeased }: PlainHealth): LaneHealth => ({
  isLeased,
  announcedFor: announcedFor === undefined ? undefined : Duration.millis(announcedFor)
})
