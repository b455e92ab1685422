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
import { toEvent } from "../rows/Rows.ts"
import { findRecipients, type Recipient } from "../stored/Recipients.ts"
import { recipientState } from "../stored/RecipientState.ts"
import { findWholeEvent } from "../stored/StoredEvents.ts"

interface WebhookLane {
  readonly webhook: number
  readonly id: string
  readonly enabled: number
  readonly deleted: number
  readonly held_until: number | null
  readonly wait_until: number
}

/** What waited for a deleted webhook counts as dropped, although its row is only written when the lane is next looked at. */
const dropReason = ({ drop_reason }: Recipient, { deleted }: WebhookLane): DropReason | undefined =>
  drop_reason ?? (deleted === 1 ? "webhookDeleted" : undefined)

const toFate = (recipient: Recipient, lane: WebhookLane, accepted_at: number): EventFate => {
  const base = { webhookId: lane.id as WebhookId, attempts: recipient.attempts }
  if (recipient.state === recipientState.delivered) return { ...base, fate: "delivered" }
  const reason = dropReason(recipient, lane)
  if (reason !== undefined) return { ...base, fate: "dropped", dropReason: reason }
  const { enabled, held_until, wait_until } = lane
  const { due_at } = recipient
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
  const found = findWholeEvent(host, id)
  if (found === undefined || found.account !== findAccount(host, account)) return undefined
  const { accepted_at, event, time } = found
  const lanes = rows<WebhookLane>(
    host,
    `select w.webhook, w.id, w.status = 'enabled' as enabled, w.deleted_at is not null as deleted, w.held_until, l.wait_until
     from json_each(?) j join webhook w on w.webhook = j.value join lane l on l.webhook = w.webhook order by j.key`,
    found.webhooks
  )
  const recipients = findRecipients(
    host,
    lanes.map(({ webhook }) => ({ webhook, event, time }))
  )
  const fates = lanes.flatMap((lane, place) => {
    const recipient = recipients[place]
    return recipient === undefined ? [] : [toFate(recipient, lane, accepted_at)]
  })
  return { ...toEvent(found), webhooks: fates }
}
