/** Events on PostgreSQL. */
import {
  countToFind,
  type Event,
  type EventFilter,
  EventStore,
  type LaneTakers,
  type NewEvent,
  type Owner,
  recordDropped,
  type StoredRecord,
  type TimePageRequest,
  WebhookDisabled,
  type WebhookKey,
  WebhookNotFound,
  WorkSignal
} from "@sellerkit/core"
import { Effect, Layer, Option, Result } from "effect"
import type { SqlError } from "effect/sql"
import { bigints, eachOf, uuids } from "../connection/lists.ts"
import { PgDatabase, type Statements } from "../connection/PgDatabase.ts"
import { makeAppend } from "../lanes/Append.ts"
import { appendText, appendValues } from "../lanes/AppendStatement.ts"
import { putRecord } from "../records/statements.ts"
import { accountValues, eventColumns, type EventRow, ownerValues, toEvent } from "../rows/Rows.ts"
import { rangeValues } from "../rows/TimeRange.ts"
import { lockedStatus } from "../webhooks/WebhookWrites.ts"
import { withCarried } from "./Carried.ts"
import { eventKeys, findInAccount, findWithKey, type RecipientKey } from "./EventSummaries.ts"

const keysTexts = eventKeys("w.service_id = $3")

const eventsText = `select ${eventColumns}
  from unnest($3::uuid[], $4::bigint[]) with ordinality as k (event_id, number, place)
  ${eachOf(
    `select * from sellerkit.event o
    where o.seller_id = $1 and o.sandbox = $2 and o.event_id = k.event_id and o.number = k.number`,
    "e"
  )}
  order by k.place`

type Database = PgDatabase["Service"]

/** Reads in two steps, so that no payload beyond the page is read. */
const find = (database: Database) =>
  Effect.fnUntraced(
    function* (owner: Owner, { webhookId }: EventFilter, request: TimePageRequest) {
      const found = yield* database.rows<RecipientKey>(
        "EventStore.find",
        keysTexts[request.direction],
        ...ownerValues(owner),
        webhookId ?? null,
        ...rangeValues(request)
      )
      const sizes = found.map(({ bytes }) => bytes)
      const wanted = found.slice(0, countToFind(sizes, request.limit))
      const events = yield* database.rows<EventRow>(
        "EventStore.find",
        eventsText,
        owner.sellerId,
        owner.sandbox,
        uuids(wanted.map(({ event_id }) => event_id)),
        bigints(wanted.map(({ number }) => number))
      )
      return events.map(toEvent) as ReadonlyArray<Event>
    },
    (look, owner) => withCarried(database, "EventStore.find", owner, look)
  )

const getText = `select ${eventColumns} from sellerkit.event e
  where e.seller_id = $1 and e.sandbox = $2 and e.event_id = $4 and exists (
    select from sellerkit.webhook w
    where w.seller_id = $1 and w.sandbox = $2 and w.service_id = $3 and w.webhook_id = any (e.webhook_ids))`

interface TestEvents {
  readonly key: WebhookKey
  readonly events: ReadonlyArray<NewEvent>
  readonly entry: StoredRecord
}

/** A test event is due whatever its lane waits for, unless that is the end of a request. */
const wakeForTestText = `update sellerkit.lane set ready_at = greatest(sellerkit.milliseconds($4), lease_until)
  where seller_id = $1 and sandbox = $2 and webhook_id = $3
    and (ready_at is null or ready_at > greatest(sellerkit.milliseconds($4), lease_until))`

const insertTest = Effect.fnUntraced(function* (
  rows: Statements["rows"],
  { entry, events, key }: TestEvents,
  now: number | null
): Effect.fn.Return<Result.Result<void, WebhookDisabled | WebhookNotFound>, SqlError.SqlError> {
  const status = yield* lockedStatus(rows, key)
  if (status === undefined) return Result.fail(new WebhookNotFound({ id: key.id }))
  if (status !== "enabled") return Result.fail(new WebhookDisabled({ id: key.id }))
  yield* rows(appendText, ...appendValues(now, [{ account: key.owner, distinct: events }], key.id))
  yield* putRecord(rows, key.owner, entry)
  yield* rows(wakeForTestText, ...accountValues(key.owner), key.id, now)
  return Result.void
})

export const layer: Layer.Layer<EventStore, never, LaneTakers | PgDatabase | WorkSignal> = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const database = yield* PgDatabase
    const signal = yield* WorkSignal
    const append = yield* makeAppend
    return EventStore.of({
      append: (account, events) =>
        append({ account, events }).pipe(
          Effect.tap(({ wakes }) => (wakes ? signal.send : Effect.void)),
          Effect.tap(({ missed }) => recordDropped([{ reason: "webhookDisabled", events: missed }])),
          Effect.map(({ results }) => results)
        ),

      appendTest: (key, events, entry) =>
        Effect.flatMap(database.now, (now) =>
          database.write("EventStore.appendTest", ({ rows }) => insertTest(rows, { key, events, entry }, now))
        ).pipe(Effect.flatMap(Effect.fromResult), Effect.tap(signal.send)),

      get: (owner, id) =>
        Effect.map(database.rows<EventRow>("EventStore.get", getText, ...ownerValues(owner), id), ([found]) =>
          Option.map(Option.fromUndefinedOr(found), toEvent)
        ),

      find: find(database),
      findInAccount: findInAccount(database),
      withKey: findWithKey(database)
    })
  })
)
