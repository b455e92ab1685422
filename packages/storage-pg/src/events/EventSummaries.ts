/** An account's events as the operator looks through them: without their payloads, and with what became of them. */
import {
  type EventFilter,
  EventId,
  type EventSummary,
  type TimePageRequest,
  type Viewer,
  type WebhookId
} from "@sellerkit/core"
import { Effect, Option, Schema } from "effect"
import { bigints, eachOf, uuids } from "../connection/lists.ts"
import type { PgDatabase } from "../connection/PgDatabase.ts"
import { mergedPage, type MergedRows } from "../rows/MergedPage.ts"
import { deliveredAtEach } from "../rows/Recipients.ts"
import { accountValues, type EventRow, toEvent } from "../rows/Rows.ts"
import { rangeValues } from "../rows/TimeRange.ts"
import { withCarried } from "./Carried.ts"
import { recipientState } from "./Fates.ts"

/** Of an event at a webhook. `bytes`: of its payload. */
export interface RecipientKey {
  readonly event_id: string
  readonly number: bigint
  readonly bytes: number
}

/** Finds the keys of a page. An event of several webhooks is one record. `isOwned`: a condition about the third parameter. */
export const eventKeys = (isOwned: string) => {
  const recipients: MergedRows = {
    table: "recipient",
    id: "event_id",
    columns: ["time", "event_id", "number", "bytes"],
    otherSource: deliveredAtEach,
    owned: `w.seller_id = $1 and w.sandbox = $2 and ${isOwned} and ($4::uuid is null or w.webhook_id = $4)`
  }
  return { older: mergedPage("older", recipients), newer: mergedPage("newer", recipients) }
}

/** Without a third parameter: of all owners. */
const keysSeenTexts = eventKeys("($3::text is null or w.service_id = $3)")

type Database = PgDatabase["Service"]

/**
 * Rows of an account's events, and of what became of them: at the webhook of the fifth parameter and of the service of the sixth, or at
 * any where these are null.
 */
const summariesText = `with found as materialized (
    select k.place, e.* from unnest($3::uuid[], $4::bigint[]) with ordinality as k (event_id, number, place)
    ${eachOf(
      `select * from sellerkit.event o
      where o.seller_id = $1 and o.sandbox = $2 and o.event_id = k.event_id and o.number = k.number`,
      "e"
    )}
  ), counted as (
    select a.places[r.place] as place,
      count(*) filter (where r.state = ${recipientState.pending} and not a.deleted[r.place])::integer as waiting,
      count(*) filter (where r.state = ${recipientState.delivered})::integer as delivered,
      count(*) filter (where r.state = ${recipientState.dropped}
        or (r.state = ${recipientState.pending} and a.deleted[r.place]))::integer as dropped
    from (
      select array_agg(e.place) as places, array_agg(h.webhook_id) as webhooks, array_agg(w.deleted_at is not null) as deleted,
        array_agg(e.time) as times, array_agg(e.event_id) as ids, array_agg(e.number) as numbers
      from found e
      cross join unnest(e.webhook_ids) as h (webhook_id)
      ${eachOf(
        `select o.deleted_at, o.service_id from sellerkit.webhook o
        where o.seller_id = $1 and o.sandbox = $2 and o.webhook_id = h.webhook_id`,
        "w"
      )}
      where ($5::uuid is null or h.webhook_id = $5) and ($6::text is null or w.service_id = $6)
      having count(*) > 0
    ) a
    cross join lateral sellerkit.recipients_of($1, $2, a.webhooks, a.times, a.ids, a.numbers) r
    group by 1
  )
  select e.event_id, e.idempotency_key, e.time, e.scope, e.type, e.test, coalesce(c.waiting, 0) as waiting,
    coalesce(c.delivered, 0) as delivered, coalesce(c.dropped, 0) as dropped
  from found e left join counted c on c.place = e.place
  order by e.place`

interface SummaryRow extends Omit<EventRow, "payload"> {
  readonly waiting: number
  readonly delivered: number
  readonly dropped: number
}

const toSummary = ({ delivered, dropped, waiting, ...stored }: SummaryRow): EventSummary => {
  const { payload: _, ...event } = toEvent({ ...stored, payload: "" })
  return { ...event, waiting, delivered, dropped }
}

type EventKey = Pick<RecipientKey, "event_id" | "number">

const summariesOf = (
  database: Database,
  operation: string,
  viewer: Viewer,
  found: ReadonlyArray<EventKey>,
  webhookId: WebhookId | null
) =>
  Effect.map(
    database.rows<SummaryRow>(
      operation,
      summariesText,
      ...accountValues(viewer),
      uuids(found.map(({ event_id }) => event_id)),
      bigints(found.map(({ number }) => number)),
      webhookId,
      viewer.onlyService ?? null
    ),
    (rows) => rows.map(toSummary)
  )

export const findInAccount = (database: Database) =>
  Effect.fnUntraced(
    function* (viewer: Viewer, { webhookId }: EventFilter, request: TimePageRequest) {
      const operation = "EventStore.findInAccount"
      const found = yield* database.rows<RecipientKey>(
        operation,
        keysSeenTexts[request.direction],
        ...accountValues(viewer),
        viewer.onlyService ?? null,
        webhookId ?? null,
        ...rangeValues(request)
      )
      return yield* summariesOf(database, operation, viewer, found, webhookId ?? null)
    },
    (look, viewer) => withCarried(database, "EventStore.findInAccount", viewer, look)
  )

/** The last parameter is the key where it may be the id of an event. */
const withKeyText = `select k.event_id, k.number from sellerkit.event_key k
    where k.seller_id = $1 and k.sandbox = $2 and k.idempotency_key = $3
  union all
  select e.event_id, e.number from sellerkit.event e where e.seller_id = $1 and e.sandbox = $2 and e.event_id = $4
  limit 1`

const isEventId = Schema.is(EventId)

export const findWithKey = (database: Database) =>
  Effect.fnUntraced(
    function* (viewer: Viewer, key: string) {
      const operation = "EventStore.withKey"
      const id = isEventId(key) ? key : null
      const found = yield* database.rows<EventKey>(operation, withKeyText, ...accountValues(viewer), key, id)
      const [summary] = yield* summariesOf(database, operation, viewer, found, null)
      // Each webhook counts once.
      return Option.filter(
        Option.fromUndefinedOr(summary),
        ({ delivered, dropped, waiting }) => waiting + delivered + dropped > 0
      )
    },
    (look, viewer) => withCarried(database, "EventStore.withKey", viewer, look)
  )
