/** An account's events as the operator looks through them: without their payloads, and with what became of them. */
import type { EventFilter, EventSummary, TimePageRequest, Viewer, WebhookId } from "@sellerkit/core"
import { row, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { firstKeys } from "../rows/MergedKeys.ts"
import { findAccount, findOwner } from "../rows/Owners.ts"
import type { EventRow } from "../rows/Payloads.ts"
import { recipientState } from "../rows/RecipientState.ts"
import { rangesSeen } from "../rows/RecordRanges.ts"
import { toEvent } from "../rows/Rows.ts"
import type { Place } from "../rows/TimeRange.ts"

/** Where events stand in the order of time: at each of their webhooks. */
export const eventPlaces = { sequence: "event", from: "recipient" } as const

/** `sequence` is the event's number. */
export interface EventPlace extends Place {
  readonly sequence: number
}

interface SummaryRow extends Omit<EventRow, "payload"> {
  readonly waiting: number
  readonly delivered: number
  readonly dropped: number
}

/** At how many of the webhooks that somebody sees an event `e` is so: `j` has its number, and names the webhook or the owner, if any. */
const countWhere = (condition: string): string => `(select count(*)
  from json_each(e.webhooks) h join webhook w on w.webhook = h.value
  join recipient r on r.webhook = h.value and r.time = e.time and r.event = e.event
  where (j.value ->> 1 is null or w.id = j.value ->> 1) and (j.value ->> 2 is null or w.owner = j.value ->> 2)
    and ${condition})`

const { delivered, dropped, pending } = recipientState

/** What waited for a deleted webhook counts as dropped, although its row is only written when the lane is next looked at. */
const summariesText = `select e.id, e.idempotency_key, e.time, e.scope, e.type, e.test,
    ${countWhere(`r.state = ${pending} and w.deleted_at is null`)} as waiting,
    ${countWhere(`r.state = ${delivered}`)} as delivered,
    ${countWhere(`(r.state = ${dropped} or (r.state = ${pending} and w.deleted_at is not null))`)} as dropped
  from json_each(?) j join event e on e.event = j.value ->> 0 order by j.key`

const summariesOf = (
  host: SqliteHost,
  { onlyService: serviceId, ...account }: Viewer,
  events: ReadonlyArray<number>,
  webhookId: WebhookId | undefined
): ReadonlyArray<EventSummary> => {
  const owner = serviceId === undefined ? null : (findOwner(host, { ...account, serviceId })?.owner ?? 0)
  const asked = events.map((event) => [event, webhookId ?? null, owner])
  return rows<SummaryRow>(host, summariesText, JSON.stringify(asked)).map(
    ({ delivered, dropped, waiting, ...stored }) => {
      const { payload: _, ...event } = toEvent({ ...stored, payload: "" })
      return { ...event, waiting, delivered, dropped }
    }
  )
}

export const findInAccount = (
  host: SqliteHost,
  viewer: Viewer,
  { webhookId }: EventFilter,
  request: TimePageRequest
): ReadonlyArray<EventSummary> => {
  const found = firstKeys<EventPlace>(host, eventPlaces, rangesSeen(host, viewer, webhookId), request)
  return summariesOf(
    host,
    viewer,
    found.map(({ sequence }) => sequence),
    webhookId
  )
}

export const findWithKey = (host: SqliteHost, viewer: Viewer, key: string): EventSummary | undefined => {
  const account = findAccount(host, viewer) ?? 0
  const sql = `select event from event where account = ? and idempotency_key = ?
    union all select event from event where id = ? and account = ? limit 1`
  const found = row<{ event: number }>(host, sql, account, key, key, account)
  const summary = found && summariesOf(host, viewer, [found.event], undefined)[0]
  // Each webhook counts once.
  return summary !== undefined && summary.waiting + summary.delivered + summary.dropped > 0 ? summary : undefined
}
