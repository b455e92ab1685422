/** What is claimed and settled, as the domain's values and as the plain values of the writes. */
import {
  type Account,
  type Arrived,
  arrivedBatch,
  arrivedEvents,
  type Batch,
  type EventId,
  type LaneHealth,
  type Lease,
  type NewEvent,
  type NumberedOffer,
  operationalNewEvent,
  type Outcome,
  type PendingEvent,
  type Verdict
} from "@sellerkit/core"
import { DateTime, Duration } from "effect"
import { toEvent } from "../rows/Rows.ts"
import type { PlainEvent } from "./Append.ts"
import type { ArrivalLeases, Arrivals, LeasedArrivals, TakenArrivals } from "./Arrivals.ts"
import type { PlainBatch, PlainPending } from "./Claim.ts"
import type { PlainHealth, PlainLease, PlainOutcome, PlainVerdict } from "./Settle.ts"
import type { SizedKey } from "../stored/StoredEvent.ts"
import { type LeasedEvent, SqliteLease } from "./SqliteLease.ts"

export const plainEvent = (event: NewEvent): PlainEvent => ({ ...event, time: DateTime.toEpochMillis(event.time) })

const toPending = ({ attempts, stored, waitingSince }: PlainPending): PendingEvent => ({
  event: toEvent(stored),
  attempts,
  waitingSince,
  ...(stored.traceparent === null ? undefined : { traceparent: stored.traceparent })
})

const leasedEvent = ({ bytes, stored: { event, id, time } }: PlainPending): LeasedEvent => ({
  id: id as EventId,
  event,
  time,
  bytes
})

export const toBatch = ({ events, lease, pausedFor, webhook, ...batch }: PlainBatch): Batch => ({
  ...batch,
  ...(pausedFor === undefined ? undefined : { pausedFor: Duration.millis(pausedFor) }),
  lease: new SqliteLease(lease, { webhook, events: events.map(leasedEvent) }),
  events: events.map(toPending)
})

/** Leases that know their rows, with these. */
const knownRows = (leases: ReadonlyArray<Lease>) =>
  leases.flatMap((lease) => {
    const rows = SqliteLease.rowsOf(lease)
    return rows === undefined ? [] : [{ lease, rows }]
  })

/** What a dispatcher that has capacity takes, for the account that it was asked about. */
export const arrivalLeases = (offer: NumberedOffer | undefined): { readonly leases?: ArrivalLeases } => {
  if (offer === undefined) return {}
  const held = knownRows(offer.held).map(({ lease: { fence }, rows: { webhook } }) => ({ webhook, fence }))
  const { before, lanes, lease, number } = offer
  return { leases: { lanes: lanes[0]!, lease: Duration.toMillis(lease), held, number, before } }
}

/** What is known of events that were stored. `acceptedAt` in milliseconds. */
interface Stored {
  readonly account: Account
  readonly events: ReadonlyArray<NewEvent>
  readonly held: ReadonlyArray<Lease>
  readonly acceptedAt: number
}

const arrivedAt = ({ arrivals }: Arrivals, { events }: Stored) =>
  arrivals.map(({ bytes, event: number, place, time }) => {
    const event = events[place]!
    return { event, leased: { id: event.id, event: number, time, bytes } }
  })

/** The batch of a lane that was leased to events of the account as they were stored. */
const leasedBatch = (lane: LeasedArrivals, stored: Stored): Batch => {
  const { batchSize, fence, secret, serviceId, url, webhook, webhookId } = lane
  const { acceptedAt, account } = stored
  const arrived = arrivedAt(lane, stored)
  const rows = { webhook, events: arrived.map(({ leased }) => leased) }
  const owner = { sellerId: account.sellerId, sandbox: account.sandbox, serviceId }
  const lease = new SqliteLease({ owner, webhookId, fence }, rows)
  return arrivedBatch({ lease, url, secret, batchSize, events: arrivedEvents(arrived, acceptedAt) }, acceptedAt)
}

/** Gives what arrived to those that have the lanes. */
export const toArrived = ({ joining, leased }: Pick<TakenArrivals, "joining" | "leased">, stored: Stored): Arrived => {
  const held = joining.length === 0 ? [] : knownRows(stored.held)
  return {
    leased: leased.map((lane) => leasedBatch(lane, stored)),
    joining: joining.flatMap((joined) => {
      const known = held.find(({ lease, rows }) => rows.webhook === joined.webhook && lease.fence === joined.fence)
      // Where the dispatcher has not taken the lane, they wait again when it is given back.
      if (known === undefined) return []
      const arrived = arrivedAt(joined, stored)
      known.rows.events.push(...arrived.map((one) => one.leased))
      return [{ lease: known.lease, events: arrivedEvents(arrived, stored.acceptedAt) }]
    })
  }
}

export const plainLease = (lease: Lease): PlainLease => ({
  webhookId: lease.webhookId,
  fence: lease.fence,
  webhook: SqliteLease.rowsOf(lease)?.webhook
})

const plainVerdict = (verdict: Verdict): PlainVerdict =>
  verdict._tag === "Retry" ? { _tag: "Retry", wait: Duration.toMillis(verdict.wait) } : verdict

/** An outcome lists events in the order in which they were given. Where it does not, the event is looked up. */
const leasedKey = (leased: LeasedEvent | undefined, id: EventId): SizedKey | undefined =>
  leased?.id === id ? { event: leased.event, time: leased.time, bytes: leased.bytes } : undefined

export const plainOutcome = (outcome: Outcome): PlainOutcome => {
  const { announced, batchSize, delivery, event, events, failures, keepsLease, lease, renewal, wait } = outcome
  const leased = SqliteLease.rowsOf(lease)?.events ?? []
  const first = Math.max(
    0,
    leased.findIndex(({ id }) => id === events[0]?.id)
  )
  // A lease that lasts does not keep what it has sent.
  leased.splice(0, first)
  return {
    lease: plainLease(lease),
    delivery: { ...delivery, time: DateTime.toEpochMillis(delivery.time) },
    events: events.map(({ id, verdict }, index) => ({
      id,
      key: leasedKey(leased[index], id),
      verdict: plainVerdict(verdict)
    })),
    operational: event && plainEvent(operationalNewEvent(event)),
    failures,
    announced,
    batchSize,
    wait: Duration.toMillis(wait),
    keepsLease,
    renewal: renewal && Duration.toMillis(renewal)
  }
}

export const toHealth = ({ announcedFor, isLeased }: PlainHealth): LaneHealth => ({
  isLeased,
  announcedFor: announcedFor === undefined ? undefined : Duration.millis(announcedFor)
})
