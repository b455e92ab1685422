/** Events on SQLite. */
import {
  countToFind,
  type DropReason,
  type Event,
  type EventFilter,
  type EventId,
  EventStore,
  IdempotencyConflict,
  type NewEvent,
  type OperationalEvent,
  operationalNewEvent,
  operationsAccount,
  type PublishedEvent,
  recordDropped,
  type TimePageRequest,
  WebhookDisabled,
  WebhookNotFound
} from "@sellerkit/core"
import { Clock, DateTime, Effect, Layer, Option, Result } from "effect"
import { wakeLane } from "./Lanes.ts"
import { ensureAccount, findOwner, ownedBy } from "./Owners.ts"
import { type RecipientState, recipientState } from "./RecipientState.ts"
import { eventColumns, type EventRow, toEvent } from "./Rows.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"
import { row, rows, type SqliteHost } from "./SqliteHost.ts"
import { insertHistory } from "./SqliteHistoryStore.ts"
import { rangeSql } from "./TimeRange.ts"
import { Work } from "./Work.ts"

interface Target {
  readonly webhook: number
  readonly owner: number
  readonly enabled: number
}

const countEnabled = (targets: ReadonlyArray<Target>): number => targets.filter(({ enabled }) => enabled === 1).length

interface Insertion {
  readonly event: NewEvent
  readonly account: number
  readonly test: boolean
  readonly targets: ReadonlyArray<Target>
}

/** What becomes of a new event at a webhook: one that is not enabled misses it. */
const recipientOf = ({ enabled }: Target): readonly [state: RecipientState, dropReason: DropReason | null] =>
  enabled === 1 ? [recipientState.pending, null] : [recipientState.dropped, "webhookDisabled"]

const insertEvent = (host: SqliteHost, { account, event, targets, test }: Insertion, now: number): void => {
  const time = DateTime.toEpochMillis(event.time)
  const { sequence } = row<{ sequence: number }>(
    host,
    `insert into event (id, account, idempotency_key, time, scope, type, test, payload, webhooks, enabled_webhooks,
       accepted_at, traceparent)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning event as sequence`,
    event.id,
    account,
    event.idempotencyKey ?? null,
    time,
    event.scope,
    event.type,
    test ? 1 : 0,
    event.payload,
    JSON.stringify(targets.map(({ webhook }) => webhook)),
    countEnabled(targets),
    now,
    event.traceparent ?? null
  )!
  for (const target of targets) {
    const { enabled, owner, webhook } = target
    const sql = `insert into recipient (webhook, time, event, owner, due_at, state, drop_reason)
      values (?, ?, ?, ?, ?, ?, ?)`
    host.run(sql, webhook, time, sequence, owner, now, ...recipientOf(target))
    if (enabled === 1) wakeLane(host, webhook, now)
  }
}

const subscribers = (host: SqliteHost, account: number, { scope, type }: NewEvent): ReadonlyArray<Target> =>
  rows<Target>(
    host,
    "select webhook, owner, enabled from subscription where account = ? and scope = ? and type = ?",
    account,
    scope,
    type
  )

interface KnownEvent extends EventRow {
  readonly enabled_webhooks: number
}

/** The event that has the key already, as its key or as its id. */
const knownEvent = (host: SqliteHost, account: number, key: string): KnownEvent | undefined =>
  row<KnownEvent>(
    host,
    `select ${eventColumns}, e.enabled_webhooks from event e where e.account = ?1 and e.idempotency_key = ?2
     union all
     select ${eventColumns}, e.enabled_webhooks from event e where e.id = ?2 and e.account = ?1`,
    account,
    key
  )

/** What tells two events with one key apart. */
interface Content {
  readonly scope: string
  readonly type: string
  readonly payload: string
  readonly time: number
}

const contentOf = ({ payload, scope, time, type }: NewEvent): Content => ({
  payload,
  scope,
  type,
  time: DateTime.toEpochMillis(time)
})

const isSame = (first: Content, event: NewEvent): boolean => {
  const content = contentOf(event)
  return (
    first.scope === content.scope &&
    first.type === content.type &&
    first.payload === content.payload &&
    (!event.timeGiven || first.time === content.time)
  )
}

interface Planned {
  readonly id: EventId
  readonly content: Content
  readonly deliveries: number
  /** Undefined where the event is there already. */
  readonly insertion?: Insertion
}

const planOne = (host: SqliteHost, account: number, event: NewEvent): Planned => {
  const known = event.idempotencyKey === undefined ? undefined : knownEvent(host, account, event.idempotencyKey)
  if (known !== undefined) return { id: known.id as EventId, content: known, deliveries: known.enabled_webhooks }
  const targets = subscribers(host, account, event)
  const insertion = { event, account, test: false, targets }
  return { id: event.id, content: contentOf(event), deliveries: countEnabled(targets), insertion }
}

/** What each event leads to, before anything is written. Of those with the same key the first one counts. */
const plan = (host: SqliteHost, account: number, events: ReadonlyArray<NewEvent>) => {
  const planned = new Map<string, Planned>()
  const results: Array<PublishedEvent> = []
  for (const [index, event] of events.entries()) {
    const key = event.idempotencyKey ?? event.id
    const first = planned.get(key) ?? planOne(host, account, event)
    if (!isSame(first.content, event)) return Result.fail(new IdempotencyConflict({ index, idempotencyKey: key }))
    planned.set(key, first)
    results.push({ id: first.id, idempotencyKey: key, deliveries: first.deliveries })
  }
  const insertions = [...planned.values()].flatMap(({ insertion }) => insertion ?? [])
  return Result.succeed({ results, insertions: insertions.filter(({ targets }) => targets.length > 0) })
}

/** How often an event is dropped at once. */
const countMissed = (insertions: ReadonlyArray<Insertion>): number =>
  insertions.reduce((sum, { targets }) => sum + targets.length - countEnabled(targets), 0)

/** Part of the write that it tells the host of. */
export const insertOperationalEvent = (host: SqliteHost, event: OperationalEvent, now: number): void => {
  const { insertions } = Result.getOrThrow(
    plan(host, ensureAccount(host, operationsAccount), [operationalNewEvent(event)])
  )
  for (const insertion of insertions) insertEvent(host, insertion, now)
}

/** In two steps, so that payloads beyond what a page holds are never read. */
const findEvents = (
  host: SqliteHost,
  owner: number,
  { webhookId }: EventFilter,
  request: TimePageRequest
): ReadonlyArray<Event> => {
  const { filter, values } = ownedBy(owner, webhookId)
  const { conditions, direction, order, parameters } = rangeSql(request, { sequence: "event", table: "event" })
  // An event that goes to several webhooks of the owner is one record.
  const found = rows<{ readonly event: number; readonly bytes: number }>(
    host,
    `select r.event, octet_length(e.payload) as bytes
     from (select distinct time, event from recipient where ${filter} ${conditions} ${order}) r
     join event e on e.event = r.event
     order by r.time ${direction}, r.event ${direction}`,
    ...values,
    ...parameters
  )
  const sizes = found.map(({ bytes }) => bytes)
  const wanted = found.slice(0, countToFind(sizes, request.limit)).map(({ event }) => event)
  return rows<EventRow>(
    host,
    `select ${eventColumns} from json_each(?) j join event e on e.event = j.value order by j.key`,
    JSON.stringify(wanted)
  ).map(toEvent)
}

export const layer: Layer.Layer<EventStore, never, SqliteDatabase | Work> = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    const work = yield* Work
    return EventStore.of({
      append: (key, events) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("EventStore.append", (host) =>
            Result.map(plan(host, ensureAccount(host, key), events), ({ insertions, results }) => {
              for (const insertion of insertions) insertEvent(host, insertion, now)
              return { results, missed: countMissed(insertions) }
            })
          )
        ).pipe(
          Effect.flatMap(Effect.fromResult),
          Effect.tap(work.arrived),
          Effect.tap(({ missed }) => recordDropped([{ reason: "webhookDisabled", events: missed }])),
          Effect.map(({ results }) => results)
        ),

      appendTest: (key, events, entry) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("EventStore.appendTest", (host): Result.Result<void, WebhookDisabled | WebhookNotFound> => {
            const owner = findOwner(host, key.owner)
            const sql = `select webhook, owner, status = 'enabled' as enabled from webhook
              where id = ? and owner = ? and deleted_at is null`
            const target = row<Target>(host, sql, key.id, owner?.owner ?? 0)
            if (owner === undefined || target === undefined) return Result.fail(new WebhookNotFound({ id: key.id }))
            if (target.enabled === 0) return Result.fail(new WebhookDisabled({ id: key.id }))
            for (const event of events) {
              insertEvent(host, { event, account: owner.account, test: true, targets: [target] }, now)
            }
            return Result.succeed(insertHistory(host, owner.owner, entry))
          })
        ).pipe(Effect.flatMap(Effect.fromResult), Effect.tap(work.arrived)),

      get: (key, id) =>
        database.read("EventStore.get", (host) => {
          const found = row<EventRow>(
            host,
            `select ${eventColumns} from event e where e.id = ? and exists (
               select 1 from json_each(e.webhooks) w join recipient r
                 on r.webhook = w.value and r.time = e.time and r.event = e.event
               where r.owner = ?)`,
            id,
            findOwner(host, key)?.owner ?? 0
          )
          return Option.map(Option.fromUndefinedOr(found), toEvent)
        }),

      find: (key, filter, request) =>
        database.read("EventStore.find", (host) => findEvents(host, findOwner(host, key)?.owner ?? 0, filter, request))
    })
  })
)
