/** An account's events as the operator looks through them: without their payloads, and with what became of them. */
import type { EventFilter, EventSummary, TimePageRequest, Viewer, WebhookId } from "@sellerkit/core"
import { rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { firstKeys } from "../rows/MergedKeys.ts"
import { findAccount, findOwner } from "../rows/Owners.ts"
import { rangesSeen } from "../rows/RecordRanges.ts"
import { toEvent } from "../rows/Rows.ts"
import { type EventPlace, eventPlaces } from "../stored/EventPlaces.ts"
import { type Recipient, withRecipients } from "../stored/Recipients.ts"
import { recipientState } from "../stored/RecipientState.ts"
import { type StoredEvent, webhooksOf } from "../stored/StoredEvent.ts"
import { findEvents, findWithKeys } from "../stored/StoredEvents.ts"

/** The webhooks of some events that somebody sees, each with whether it was deleted. */
const webhooksSeen = (
  host: SqliteHost,
  { onlyService: serviceId, ...account }: Viewer,
  events: ReadonlyArray<StoredEvent>,
  webhookId: WebhookId | undefined
): ReadonlyMap<number, boolean> => {
  const owner = serviceId === undefined ? null : (findOwner(host, { ...account, serviceId })?.owner ?? 0)
  const found = rows<{ webhook: number; deleted: number }>(
    host,
    `select w.webhook, w.deleted_at is not null as deleted from json_each(?) j join webhook w on w.webhook = j.value
     where w.id = coalesce(?, w.id) and w.owner = coalesce(?, w.owner)`,
    JSON.stringify([...new Set(events.flatMap(webhooksOf))]),
    webhookId ?? null,
    owner
  )
  return new Map(found.map(({ deleted, webhook }) => [webhook, deleted === 1]))
}

/** What waited for a deleted webhook counts as dropped, although its row is only written when the lane is next looked at. */
const fateOf = ({ state }: Recipient, isDeleted: boolean): "delivered" | "dropped" | "waiting" => {
  if (state === recipientState.delivered) return "delivered"
  return state === recipientState.dropped || isDeleted ? "dropped" : "waiting"
}

const summariesOf = (
  host: SqliteHost,
  viewer: Viewer,
  events: ReadonlyArray<StoredEvent>,
  webhookId: WebhookId | undefined
): ReadonlyArray<EventSummary> => {
  const seen = webhooksSeen(host, viewer, events, webhookId)
  const summaries: Array<EventSummary> = []
  for (const { recipients, stored } of withRecipients(host, events, { isSeen: (webhook) => seen.has(webhook) })) {
    const counts = { waiting: 0, delivered: 0, dropped: 0 }
    for (const [{ webhook }, one] of recipients) if (one !== undefined) counts[fateOf(one, seen.get(webhook)!)]++
    const { payload: _, ...event } = toEvent({ ...stored, payload: "" })
    summaries.push({ ...event, ...counts })
  }
  return summaries
}

export const findInAccount = (
  host: SqliteHost,
  viewer: Viewer,
  { webhookId }: EventFilter,
  request: TimePageRequest
): ReadonlyArray<EventSummary> => {
  const found = firstKeys<EventPlace>(host, eventPlaces, rangesSeen(host, viewer, webhookId), request)
  const stored = findEvents(
    host,
    found.map(({ sequence }) => sequence)
  )
  return summariesOf(
    host,
    viewer,
    found.flatMap(({ sequence }) => stored.get(sequence) ?? []),
    webhookId
  )
}

export const findWithKey = (host: SqliteHost, viewer: Viewer, key: string): EventSummary | undefined => {
  const found = findWithKeys(host, findAccount(host, viewer) ?? 0, [key]).get(key)
  const summary = found && summariesOf(host, viewer, [found], undefined)[0]
  // Each webhook counts once.
  return summary !== undefined && summary.waiting + summary.delivered + summary.dropped > 0 ? summary : undefined
}
