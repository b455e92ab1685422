/** Rows of `sellerkit.claim` as batches. */
import type { Batch, DropReason, DroppedEvents, EventId, PendingEvent, SealedSecret, WebhookId } from "@sellerkit/core"
import { type PendingKey, PgLease } from "./PgLease.ts"
import { type EventRow, type OwnerColumns, toEvent, toOwner } from "./Rows.ts"

/** An event of a batch, with what its lane and webhook hold. */
interface ClaimedRow extends EventRow, OwnerColumns {
  readonly drop_reason: null
  readonly webhook_id: string
  readonly url: string
  readonly secret: string
  readonly fence: bigint
  readonly failures: number
  readonly announced: boolean
  readonly batch_size: number
  readonly claimed_at: bigint
  readonly number: bigint
  readonly attempts: number
  readonly due_at: bigint
  readonly resent_at: bigint | null
  readonly accepted_at: bigint
  readonly traceparent: string | null
}

interface DroppedRow {
  readonly drop_reason: DropReason
  readonly dropped: number
}

export type ClaimRow = ClaimedRow | DroppedRow

const toPending = (row: ClaimedRow): PendingEvent => ({
  event: toEvent(row),
  attempts: row.attempts,
  waitingSince: Number(row.resent_at ?? row.accepted_at),
  ...(row.traceparent === null ? undefined : { traceparent: row.traceparent })
})

const keyOf = ({ attempts, due_at, event_id, number, time }: ClaimedRow): PendingKey => ({
  id: event_id as EventId,
  number,
  time,
  attempts,
  dueAt: due_at
})

const toBatch = (rows: ReadonlyArray<ClaimedRow>): Batch => {
  const [first] = rows as readonly [ClaimedRow]
  const lease = { owner: toOwner(first), webhookId: first.webhook_id as WebhookId, fence: Number(first.fence) }
  return {
    lease: new PgLease(lease, rows.map(keyOf)),
    url: first.url,
    secret: first.secret as SealedSecret,
    events: rows.map(toPending),
    failures: first.failures,
    announced: first.announced,
    batchSize: first.batch_size,
    claimedAt: Number(first.claimed_at)
  }
}

/** Rows of one lane stand together. */
const byLane = (rows: ReadonlyArray<ClaimedRow>): ReadonlyArray<ReadonlyArray<ClaimedRow>> => {
  const lanes: Array<Array<ClaimedRow>> = []
  let last: ClaimedRow | undefined
  for (const row of rows) {
    const isSame =
      last !== undefined &&
      last.webhook_id === row.webhook_id &&
      last.seller_id === row.seller_id &&
      last.sandbox === row.sandbox
    if (isSame) lanes.at(-1)!.push(row)
    else lanes.push([row])
    last = row
  }
  return lanes
}

export const toBatches = (rows: ReadonlyArray<ClaimRow>): ReadonlyArray<Batch> =>
  byLane(rows.filter((row) => row.drop_reason === null)).map((lane) => toBatch(lane))

export const toDropped = (rows: ReadonlyArray<ClaimRow>): ReadonlyArray<DroppedEvents> =>
  rows.flatMap((row) => (row.drop_reason === null ? [] : [{ reason: row.drop_reason, events: row.dropped }]))
