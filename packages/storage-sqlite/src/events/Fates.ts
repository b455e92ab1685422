/** What became of an event at each of its webhooks. */
import {
  type Account,
  type DropReason,
  type EventFate,
  type EventId,
  type EventRecipients,
  testDueAt,
  type WebhookId
} from "@sellerkit/core"
import { DateTime } from "effect"
import { rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { findAccount } from "../rows/Owners.ts"
import { eventRows } from "../rows/Payloads.ts"
import { eventColumns, type EventRow } from "../rows/Payloads.ts"
import { type RecipientState, recipientState } from "../rows/RecipientState.ts"
import { toEvent } from "../rows/Rows.ts"

interface FateRow {
  readonly id: string
  readonly enabled: number
  readonly deleted: number
  readonly held_until: number | null
  readonly state: RecipientState
  readonly attempts: number
  readonly due_at: number
  readonly accepted_at: number
  readonly wait_until: number
  readonly drop_reason: DropReason | null
}

/** What waited for a deleted webhook counts as dropped, although its row is only written when the lane is next looked at. */
const dropReason = ({ deleted, drop_reason }: FateRow): DropReason | undefined =>
  drop_reason ?? (deleted === 1 ? "webhookDeleted" : undefined)

const toFate = (stored: FateRow): EventFate => {
  const base = { webhookId: stored.id as WebhookId, attempts: stored.attempts }
  if (stored.state === recipientState.delivered) return { ...base, fate: "delivered" }
  const reason = dropReason(stored)
  if (reason !== undefined) return { ...base, fate: "dropped", dropReason: reason }
  const { accepted_at, due_at, enabled, held_until, wait_until } = stored
  if (enabled === 1) {
    const nextAttempt = due_at === testDueAt ? accepted_at : Math.max(due_at, wait_until)
    return { ...base, fate: "pending", nextAttemptAt: DateTime.makeUnsafe(nextAttempt) }
  }
  return {
    ...base,
    fate: "held",
    ...(held_until === null ? undefined : { heldUntil: DateTime.makeUnsafe(held_until) })
  }
}

export const eventFates = (host: SqliteHost, account: Account, id: EventId): EventRecipients | undefined => {
  const [found] = eventRows<EventRow & { readonly event: number; readonly webhooks: string }>(
    host,
    `select ${eventColumns}, e.event, e.webhooks from event e where e.id = ? and e.account = ?`,
    id,
    findAccount(host, account) ?? 0
  )
  if (found === undefined) return undefined
  const fates = rows<FateRow>(
    host,
    `select w.id, w.status = 'enabled' as enabled, w.deleted_at is not null as deleted, w.held_until,
       r.state, r.attempts, r.due_at, r.drop_reason, l.wait_until, e.accepted_at
     from json_each(?) j join webhook w on w.webhook = j.value join lane l on l.webhook = w.webhook
     join recipient r on r.webhook = w.webhook and r.time = ? and r.event = ? join event e on e.event = r.event
     order by j.key`,
    found.webhooks,
    found.time,
    found.event
  )
  return { ...toEvent(found), webhooks: fates.map(toFate) }
}
