/** What became of an event at each of its webhooks. */
import { type DropReason, type EventFate, testDueAt, type WebhookId } from "@sellerkit/core"
import { recipientsOfEvent } from "../rows/Recipients.ts"
import { time } from "../rows/Rows.ts"

export const recipientState = { pending: 0, delivered: 1, dropped: 2 } as const

export interface FateRow {
  readonly webhook_id: string
  readonly enabled: boolean
  readonly deleted: boolean
  readonly held_until: bigint | null
  readonly state: number
  readonly attempts: number
  readonly due_at: bigint
  readonly accepted_at: bigint
  readonly wait_until: bigint
  readonly drop_reason: DropReason | null
}

/** Webhooks in the order in which they were created, which is the order of their ids. */
export const fatesText = `select w.webhook_id, w.status = 'enabled' as enabled, w.deleted_at is not null as deleted, w.held_until,
    r.state, r.attempts, r.due_at, r.drop_reason, l.wait_until, e.number >> 20 as accepted_at
  from (select $4::bigint as time, $5::uuid as event_id, $6::bigint as number) e
  cross join lateral ${recipientsOfEvent("$3::uuid[]")} r
  join sellerkit.webhook w on w.seller_id = $1 and w.sandbox = $2 and w.webhook_id = ($3::uuid[])[r.place]
  join sellerkit.lane l on l.seller_id = $1 and l.sandbox = $2 and l.webhook_id = w.webhook_id
  order by w.webhook_id`

/** What waited for a deleted webhook counts as dropped, although its row is only written when the lane is next looked at. */
const dropReason = ({ deleted, drop_reason }: FateRow): DropReason | undefined =>
  drop_reason ?? (deleted ? "webhookDeleted" : undefined)

const nextAttempt = ({ accepted_at, due_at, wait_until }: FateRow): bigint => {
  if (Number(due_at) === testDueAt) return accepted_at
  return due_at > wait_until ? due_at : wait_until
}

export const toFate = (stored: FateRow): EventFate => {
  const base = { webhookId: stored.webhook_id as WebhookId, attempts: stored.attempts }
  if (stored.state === recipientState.delivered) return { ...base, fate: "delivered" }
  const reason = dropReason(stored)
  if (reason !== undefined) return { ...base, fate: "dropped", dropReason: reason }
  if (stored.enabled) return { ...base, fate: "pending", nextAttemptAt: time(nextAttempt(stored)) }
  const { held_until } = stored
  return { ...base, fate: "held", ...(held_until === null ? undefined : { heldUntil: time(held_until) }) }
}
