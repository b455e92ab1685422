/** Events on SQLite. */
import {
  type Account,
  arrivingOf,
  countToFind,
  type Event,
  type EventFilter,
  type EventId,
  EventStore,
  IdempotencyConflict,
  LaneTakers,
  recordDropped,
  type NewEvent,
  type Owner,
  type StoredRecord,
  type TimePageRequest,
  WebhookDisabled,
  type WebhookKey,
  WebhookNotFound,
  WorkSignal
} from "@sellerkit/core"
import { Clock, Effect, Layer, Option, Result } from "effect"
import { row, type SqliteHost } from "../connection/SqliteHost.ts"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"
import { type Appended, type Conflict, insertEvents } from "../lanes/Append.ts"
import { insertWaiting } from "../lanes/CarriedRows.ts"
import { wakeForTest } from "../lanes/Lanes.ts"
import { arrivalLeases, plainEvent, toArrived } from "../lanes/PlainValues.ts"
import { putRecord } from "../records/Changes.ts"
import { firstKeys } from "../rows/MergedKeys.ts"
import { findOwner } from "../rows/Owners.ts"
import { rangesOf } from "../rows/RecordRanges.ts"
import { toEvent } from "../rows/Rows.ts"
import { type EventPlace, eventPlaces } from "../stored/EventPlaces.ts"
import { recipientsOfOwners } from "../stored/Recipients.ts"
import type { WholeEvent } from "../stored/StoredEvent.ts"
import { findWholeEvent, findWholeEvents } from "../stored/StoredEvents.ts"
import { findInAccount, findWithKey } from "./EventSummaries.ts"

/** Reads in two steps, so that no payload beyond the page is read. An event of several webhooks is one record. */
const findEvents = (
  host: SqliteHost,
  owner: number,
  { webhookId }: EventFilter,
  request: TimePageRequest
): ReadonlyArray<Event> => {
  const found = firstKeys<EventPlace>(host, eventPlaces, rangesOf(host, owner, webhookId), request)
  const sizes = found.map(({ bytes }) => bytes)
  const wanted = found.slice(0, countToFind(sizes, request.limit)).map(({ sequence }) => sequence)
  const stored = findWholeEvents(host, wanted)
  return wanted.flatMap((event) => stored.get(event) ?? []).map(toEvent)
}

/** An event at one of the owner's webhooks. */
const findOne = (host: SqliteHost, key: Owner, id: EventId): WholeEvent | undefined => {
  const found = findWholeEvent(host, id)
  const owner = findOwner(host, key)?.owner
  if (found === undefined || owner === undefined) return undefined
  return recipientsOfOwners(host, found, [owner]).length > 0 ? found : undefined
}

interface TestEvents {
  readonly key: WebhookKey
  readonly events: ReadonlyArray<NewEvent>
  readonly entry: StoredRecord
}

const insertTest = (
  host: SqliteHost,
  { entry, events, key }: TestEvents,
  now: number
): Result.Result<void, WebhookDisabled | WebhookNotFound> => {
  const owner = findOwner(host, key.owner)
  const sql = `select webhook, gathered_by, status = 'enabled' as enabled from webhook
    where id = ? and owner = ? and deleted_at is null`
  const target = row<{ webhook: number; gathered_by: number | null; enabled: number }>(
    host,
    sql,
    key.id,
    owner?.owner ?? 0
  )
  if (owner === undefined || target === undefined) return Result.fail(new WebhookNotFound({ id: key.id }))
  if (target.enabled === 0) return Result.fail(new WebhookDisabled({ id: key.id }))
  const insertions = events.map((event, place) => ({
    event: plainEvent(event),
    place,
    account: owner.account,
    test: true,
    targets: [target]
  }))
  for (const arrived of insertEvents(host, insertions, now)) insertWaiting(host, arrived, arrived.arrivals)
  wakeForTest(host, target.webhook, now)
  return Result.succeed(putRecord(host, owner.account, entry))
}

const orConflict = (outcome: Appended | Conflict): Effect.Effect<Appended, IdempotencyConflict> =>
  "conflict" in outcome ? Effect.fail(new IdempotencyConflict(outcome.conflict)) : Effect.succeed(outcome)

export const layer: Layer.Layer<EventStore, never, LaneTakers | SqliteDatabase | WorkSignal> = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    const signal = yield* WorkSignal
    const takers = yield* LaneTakers

    /** Lanes that are idle are leased to a dispatcher of this process, and others that it has take more: nothing has to be claimed. */
    const append = (account: Account, events: ReadonlyArray<NewEvent>) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        takers.storing(
          arrivingOf(events.map((event) => ({ account, event }))),
          (offer) => {
            const publication = { account, events: events.map(plainEvent), now, ...arrivalLeases(offer) }
            return Effect.flatMap(database.perform("EventStore.append", publication), orConflict)
          },
          (appended, offer) => toArrived(appended, { account, events, held: offer.held, acceptedAt: now })
        )
      )

    return EventStore.of({
      append: (account, events) =>
        append(account, events).pipe(
          Effect.tap(({ wakes }) => (wakes ? signal.send : Effect.void)),
          Effect.tap(({ missed }) => recordDropped([{ reason: "webhookDisabled", events: missed }])),
          Effect.map(({ results }) => results)
        ),

      appendTest: (key, events, entry) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("EventStore.appendTest", (host) => insertTest(host, { key, events, entry }, now))
        ).pipe(Effect.flatMap(Effect.fromResult), Effect.tap(signal.send)),

      get: (key, id) =>
        database.readWaiting("EventStore.get", (host) =>
          Option.map(Option.fromUndefinedOr(host.snapshot(() => findOne(host, key, id))), toEvent)
        ),

      find: (key, filter, request) =>
        database.readWaiting("EventStore.find", (host) =>
          host.snapshot(() => findEvents(host, findOwner(host, key)?.owner ?? 0, filter, request))
        ),

      findInAccount: (viewer, filter, request) =>
        database.readWaiting("EventStore.findInAccount", (host) =>
          host.snapshot(() => findInAccount(host, viewer, filter, request))
        ),

      withKey: (viewer, key) =>
        database.readWaiting("EventStore.withKey", (host) =>
          host.snapshot(() => Option.fromUndefinedOr(findWithKey(host, viewer, key)))
        )
    })
  })
)
