/** What `sellerkit.append` gives the caller to carry: batches of the events that it was given. */
import {
  type Account,
  type Arrived,
  arrivedBatch,
  arrivedEvents,
  type Batch,
  type LaneOffer,
  nothingArrived,
  type NewEvent,
  type SealedSecret,
  type WebhookId
} from "@sellerkit/core"
import { millis, toOwner } from "../rows/Rows.ts"
import { type CarriedRow, type PendingKey, PgLease } from "./PgLease.ts"

/** Lists are null where nothing is carried. Lanes, those that were leased first, and places are counted from 1. */
export interface ArrivalColumns {
  readonly accepted_at: bigint
  readonly leased_webhooks: ReadonlyArray<string> | null
  readonly leased_services: ReadonlyArray<string> | null
  readonly leased_urls: ReadonlyArray<string> | null
  readonly leased_secrets: ReadonlyArray<string> | null
  readonly leased_fences: ReadonlyArray<bigint> | null
  readonly leased_sizes: ReadonlyArray<number> | null
  /** Which lanes that were held take events. */
  readonly held_places: ReadonlyArray<number> | null
  /** Of each event that is carried: which lane, which event of the statement, and its number. */
  readonly event_lanes: ReadonlyArray<number> | null
  readonly event_places: ReadonlyArray<number> | null
  readonly event_numbers: ReadonlyArray<bigint> | null
  readonly carried_number: bigint | null
  readonly carried_until: bigint | null
}

/** An event of a statement, and its account. */
export interface ArrivingEvent {
  readonly account: Account
  readonly event: NewEvent
}

interface NumberedEvent extends ArrivingEvent {
  readonly number: bigint
}

/** The events of each lane, in the order in which they are sent. */
const byLane = (
  row: ArrivalColumns,
  arriving: ReadonlyArray<ArrivingEvent>
): ReadonlyMap<number, ReadonlyArray<NumberedEvent>> => {
  const lanes = new Map<number, Array<NumberedEvent>>()
  for (const [index, lane] of (row.event_lanes ?? []).entries()) {
    const event = { ...arriving[row.event_places![index]! - 1]!, number: row.event_numbers![index]! }
    const known = lanes.get(lane)
    if (known === undefined) lanes.set(lane, [event])
    else known.push(event)
  }
  return lanes
}

/** Of a lane that was leased. */
const leaseOf = (row: ArrivalColumns, { sandbox, sellerId }: Account, lane: number): PgLease =>
  new PgLease(
    {
      owner: toOwner({ seller_id: sellerId, sandbox, service_id: row.leased_services![lane]! }),
      webhookId: row.leased_webhooks![lane]! as WebhookId,
      fence: Number(row.leased_fences![lane]!)
    },
    []
  )

const keyOf =
  (acceptedAt: bigint, row: CarriedRow) =>
  ({ event: { id, payload, time }, number }: NumberedEvent): PendingKey => ({
    id,
    number,
    time: BigInt(millis(time)),
    attempts: 0,
    dueAt: acceptedAt,
    carried: { row, bytes: Buffer.byteLength(payload) }
  })

export const toArrived = (
  row: ArrivalColumns,
  arriving: ReadonlyArray<ArrivingEvent>,
  { held }: LaneOffer
): Arrived => {
  if (row.carried_number === null) return nothingArrived
  const carried = { number: row.carried_number, until: row.carried_until!, unsettled: row.event_lanes!.length }
  const toKey = keyOf(row.accepted_at, carried)
  const acceptedAt = Number(row.accepted_at)
  const firstHeld = row.leased_webhooks?.length ?? 0
  const leased: Array<Batch> = []
  const joining: Array<Arrived["joining"][number]> = []
  for (const [place, arrived] of byLane(row, arriving)) {
    const lane = place - 1
    const events = arrivedEvents(arrived, acceptedAt)
    if (lane >= firstHeld) {
      const lease = held[row.held_places![lane - firstHeld]! - 1]!
      PgLease.of(lease)?.add(arrived.map(toKey))
      joining.push({ lease, events })
    } else {
      const lease = leaseOf(row, arrived[0]!.account, lane)
      lease.add(arrived.map(toKey))
      const secret = row.leased_secrets![lane]! as SealedSecret
      const url = row.leased_urls![lane]!
      leased.push(arrivedBatch({ lease, url, secret, events, batchSize: row.leased_sizes![lane]! }, acceptedAt))
    }
  }
  return { leased, joining }
}
