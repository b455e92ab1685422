/** Rows of `sellerkit.claim` as batches. */
import type { Batch, DropReason, DroppedEvents, EventId, PendingEvent, SealedSecret, WebhookId } from "@sellerkit/core"
import { Duration } from "effect"
import { type EventRow, type OwnerColumns, toEvent, toOwner } from "../rows/Rows.ts"
import { type PendingKey, PgLease } from "./PgLease.ts"

/** What the events of a batch share. */
interface LeasedColumns extends OwnerColumns {
  readonly webhook_id: string
  readonly url: string
  readonly secret: string
  readonly fence: bigint
  readonly failures: number
  readonly announced: boolean
  readonly batch_size: number
  readonly claimed_at: bigint
  /** Milliseconds. */
  readonly paused_for: bigint | null
}

interface ClaimedEvent extends EventRow {
  readonly drop_reason: null
  /** Rows with the same number are of one batch. */
  readonly batch: number
  readonly number: bigint
  readonly attempts: number
  readonly due_at: bigint
  readonly resent_at: bigint | null
  readonly accepted_at: bigint
  readonly traceparent: string | null
}

/** The first event of a batch. */
interface FirstRow extends ClaimedEvent, LeasedColumns {}

/** Another one of the same batch. */
interface FurtherRow extends ClaimedEvent {
  readonly webhook_id: null
}

type ClaimedRow = FirstRow | FurtherRow

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

const toBatch = (rows: readonly [FirstRow, ...ReadonlyArray<ClaimedRow>]): Batch => {
  const [first] = rows
  const lease = { owner: toOwner(first), webhookId: first.webhook_id as WebhookId, fence: Number(first.fence) }
  return {
    lease: new PgLease(lease, rows.map(keyOf)),
    url: first.url,
    secret: first.secret as SealedSecret,
    events: rows.map(toPending),
    failures: first.failures,
    announced: first.announced,
    batchSize: first.batch_size,
    claimedAt: Number(first.claimed_at),
    ...(first.paused_for === null ? undefined : { pausedFor: Duration.millis(Number(first.paused_for)) })
  }
}

/** Rows of one batch follow each other. Rows of a batch without its first row are left out, and claimed again. */
const byBatch = (rows: ReadonlyArray<ClaimedRow>) => {
  const batches: Array<[FirstRow, ...Array<ClaimedRow>]> = []
  for (const row of rows) {
    if (row.webhook_id !== null) batches.push([row])
    else if (batches.at(-1)?.[0].batch === row.batch) batches.at(-1)!.push(row)
  }
  return batches
}

export const toBatches = (rows: ReadonlyArray<ClaimRow>): ReadonlyArray<Batch> =>
  byBatch(rows.filter((row) => row.drop_reason === null)).map((batch) => toBatch(batch))

export const toDropped = (rows: ReadonlyArray<ClaimRow>): ReadonlyArray<DroppedEvents> =>
  rows.flatMap((row) => (row.drop_reason === null ? [] : [{ reason: row.drop_reason, events: row.dropped }]))
