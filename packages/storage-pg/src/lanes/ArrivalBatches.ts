/** Lanes that `sellerkit.append` leased, as batches of the events that it was given. */
import {
  type Account,
  arrivedBatch,
  type ArrivedEvent,
  type Batch,
  type LaneOffer,
  leasedAtOnce,
  type SealedSecret,
  type WebhookId
} from "@sellerkit/core"
import { millis, toOwner } from "../rows/Rows.ts"
import { PgLease } from "./PgLease.ts"

/** Lists are null where nothing was leased. Lanes and places are counted from 1. */
export interface ArrivalColumns {
  readonly accepted_at: bigint
  readonly leased_webhooks: ReadonlyArray<string> | null
  readonly leased_services: ReadonlyArray<string> | null
  readonly leased_urls: ReadonlyArray<string> | null
  readonly leased_secrets: ReadonlyArray<string> | null
  readonly leased_fences: ReadonlyArray<bigint> | null
  readonly leased_sizes: ReadonlyArray<number> | null
  /** Of each event in a leased lane: which lane, which event of the statement, and its number. */
  readonly event_lanes: ReadonlyArray<number> | null
  readonly event_places: ReadonlyArray<number> | null
  readonly event_numbers: ReadonlyArray<bigint> | null
}

/** An event of a statement, and its account. */
export interface ArrivingEvent extends ArrivedEvent {
  readonly account: Account
}

interface NumberedEvent extends ArrivingEvent {
  readonly number: bigint
}

/** The events of each lane, in the order in which they are sent. */
const byLane = (
  row: ArrivalColumns,
  arriving: ReadonlyArray<ArrivingEvent>
): ReadonlyArray<ReadonlyArray<NumberedEvent>> => {
  const lanes = (row.leased_webhooks ?? []).map((): Array<NumberedEvent> => [])
  for (const [index, lane] of (row.event_lanes ?? []).entries())
    lanes[lane - 1]!.push({ ...arriving[row.event_places![index]! - 1]!, number: row.event_numbers![index]! })
  return lanes
}

export const toArrivalBatches = (
  row: ArrivalColumns,
  arriving: ReadonlyArray<ArrivingEvent>,
  offer: LaneOffer
): ReadonlyArray<Batch> => {
  const acceptedAt = Number(row.accepted_at)
  return byLane(row, arriving).flatMap((all, lane): ReadonlyArray<Batch> => {
    const events = leasedAtOnce(all, offer)
    const first = events[0]
    if (first === undefined) return []
    const { sandbox, sellerId } = first.account
    const lease = {
      owner: toOwner({ seller_id: sellerId, sandbox, service_id: row.leased_services![lane]! }),
      webhookId: row.leased_webhooks![lane]! as WebhookId,
      fence: Number(row.leased_fences![lane]!)
    }
    const keys = events.map(({ event: { id, time }, number }) => ({
      id,
      number,
      time: BigInt(millis(time)),
      attempts: 0,
      dueAt: row.accepted_at
    }))
    const arrived = {
      lease: new PgLease(lease, keys),
      url: row.leased_urls![lane]!,
      secret: row.leased_secrets![lane]! as SealedSecret,
      batchSize: row.leased_sizes![lane]!
    }
    return [arrivedBatch(arrived, events, acceptedAt)]
  })
}
