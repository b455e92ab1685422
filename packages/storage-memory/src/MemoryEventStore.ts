/** Events in memory. */
import {
  type Account,
  countToFind,
  type Event,
  type EventFilter,
  type EventId,
  EventStore,
  type EventSummary,
  IdempotencyConflict,
  mayView,
  type NewEvent,
  type OperationalEvent,
  operationalNewEvent,
  operationsAccount,
  payloadBytes,
  type PublishedEvent,
  recordDropped,
  testDueAt,
  type TimePageRequest,
  type Viewer,
  WebhookDisabled,
  type WebhookId,
  WebhookNotFound
} from "@sellerkit/core"
import { Clock, DateTime, Effect, Layer, Option, Order, Result } from "effect"
import {
  type AccountState,
  accountState,
  MemoryState,
  type OwnerState,
  ownerState,
  putRecord,
  type StoredWebhook
} from "./MemoryState.ts"
import type { StoredEvent, Recipient } from "./StoredEvent.ts"

interface Target {
  readonly owner: OwnerState
  readonly webhook: StoredWebhook
}

/** An event about to be stored, with its recipients. */
interface Planned {
  readonly event: Event
  readonly targets: ReadonlyArray<Target>
  readonly traceparent: string | undefined
}

const toEvent = (event: NewEvent, test: boolean): Event => {
  const { id, idempotencyKey = id, payload, scope, time, type } = event
  return { id, idempotencyKey, time, scope, type, test, payload }
}

const isSame = (known: Event, event: NewEvent): boolean =>
  known.scope === event.scope &&
  known.type === event.type &&
  known.payload === event.payload &&
  (!event.timeGiven || DateTime.toEpochMillis(known.time) === DateTime.toEpochMillis(event.time))

const subscribers = (account: AccountState, { scope, type }: NewEvent): ReadonlyArray<Target> =>
  [...account.owners.values()].flatMap((owner) =>
    owner.existingWebhooks
      .filter(({ webhook }) => webhook.subscriptions.some((pair) => pair.scope === scope && pair.event === type))
      .map((webhook) => ({ owner, webhook }))
  )

/** What becomes of a new event at a webhook: one that is not enabled misses it. */
const recipient = ({ webhook: { webhook } }: Target, now: number): Recipient => {
  const base = { attempts: 0, waitingSince: now, deliveries: [] }
  return webhook.enabled ? { ...base, state: "pending" } : { ...base, state: "dropped", dropReason: "webhookDisabled" }
}

const countEnabled = (targets: ReadonlyArray<Target>): number =>
  targets.filter(({ webhook: { webhook } }) => webhook.enabled).length

const store = (account: AccountState, { event, targets, traceparent }: Planned, now: number): void => {
  const stored: StoredEvent = {
    event,
    sequence: account.accepted++,
    acceptedAt: now,
    traceparent,
    enabledWebhooks: countEnabled(targets),
    recipients: new Map(targets.map((target) => [target.webhook.webhook.id, recipient(target, now)]))
  }
  account.events.set(event.id, stored)
  if (event.idempotencyKey !== event.id) account.eventIdsByKey.set(event.idempotencyKey, event.id)
  for (const { owner, webhook } of targets) {
    webhook.events.insert(stored)
    if (webhook.webhook.enabled) {
      webhook.lane.add({ stored, attempts: 0, dueAt: event.test ? testDueAt : now })
      webhook.lane.wake(now)
    }
    if (owner.eventIds.has(event.id)) continue
    owner.eventIds.add(event.id)
    owner.events.insert(stored)
  }
}

/** The event that has the key already, as its key or as its id. */
const knownEvent = (account: AccountState, key: string | undefined): StoredEvent | undefined =>
  key === undefined ? undefined : account.events.get(account.eventIdsByKey.get(key) ?? (key as EventId))

/** What each event leads to, before anything is stored. Of those with the same key the first one counts. */
const plan = (account: AccountState, events: ReadonlyArray<NewEvent>) => {
  const planned = new Map<string, Planned>()
  const results: Array<PublishedEvent> = []
  for (const [index, event] of events.entries()) {
    const key = event.idempotencyKey ?? event.id
    const known = knownEvent(account, event.idempotencyKey)
    const first = known?.event ?? planned.get(key)?.event
    if (first !== undefined && !isSame(first, event)) {
      return Result.fail(new IdempotencyConflict({ index, idempotencyKey: key }))
    }
    if (first === undefined) {
      const { traceparent } = event
      planned.set(key, { event: toEvent(event, false), targets: subscribers(account, event), traceparent })
    }
    const { id } = first ?? event
    const deliveries = known?.enabledWebhooks ?? countEnabled(planned.get(key)!.targets)
    results.push({ id, idempotencyKey: key, deliveries })
  }
  return Result.succeed({ planned: [...planned.values()].filter(({ targets }) => targets.length > 0), results })
}

/** How often an event is dropped at once. */
const countMissed = (planned: ReadonlyArray<Planned>): number =>
  planned.reduce((sum, { targets }) => sum + targets.length - countEnabled(targets), 0)

/** Stores events whose ids are new and serve as their keys, as part of a write. Gives how often an event was dropped at once. */
export const storeEvents = (
  state: MemoryState["Service"],
  key: Account,
  events: ReadonlyArray<NewEvent>,
  now: number
): number => {
  const account = accountState(state, key)
  const { planned } = Result.getOrThrow(plan(account, events))
  for (const one of planned) store(account, one, now)
  return countMissed(planned)
}

/** Stores an event about a write, as part of that write. */
export const storeOperationalEvent = (state: MemoryState["Service"], event: OperationalEvent, now: number): void => {
  storeEvents(state, operationsAccount, [operationalNewEvent(event)], now)
}

const webhooksOf = (owners: ReadonlyArray<OwnerState>): ReadonlyMap<WebhookId, StoredWebhook> =>
  new Map(owners.flatMap((owner) => [...owner.webhooks]))

/** What became of an event at some webhooks. */
const summary = (webhooks: ReadonlyMap<WebhookId, StoredWebhook>, stored: StoredEvent): EventSummary => {
  const { payload: _, ...event } = stored.event
  const count = { waiting: 0, delivered: 0, dropped: 0 }
  for (const [id, { state }] of stored.recipients) {
    const webhook = webhooks.get(id)
    if (webhook === undefined) continue
    if (state === "pending") count[webhook.deletedAt === undefined ? "waiting" : "dropped"]++
    else count[state]++
  }
  return { ...event, ...count }
}

const newestFirst = Order.combine(
  Order.mapInput(Order.flip(Order.Number), ({ event }: StoredEvent) => DateTime.toEpochMillis(event.time)),
  Order.mapInput(Order.flip(Order.String), ({ event }: StoredEvent) => event.id)
)

const ownersSeen = (account: AccountState, viewer: Viewer): ReadonlyArray<OwnerState> =>
  [...account.owners.values()].filter(({ owner }) => mayView(viewer, owner))

const findInAccount = (
  owners: ReadonlyArray<OwnerState>,
  { webhookId }: EventFilter,
  request: TimePageRequest
): ReadonlyArray<EventSummary> => {
  const all = webhooksOf(owners)
  const wanted = webhookId === undefined ? all : new Map([...all].filter(([id]) => id === webhookId))
  const found = owners.flatMap((owner) => {
    const index = webhookId === undefined ? owner.events : owner.webhooks.get(webhookId)?.events
    return index?.find(request) ?? []
  })
  return [...new Set(found)]
    .toSorted(request.direction === "older" ? newestFirst : Order.flip(newestFirst))
    .slice(0, request.limit + 1)
    .map((stored) => summary(wanted, stored))
}

const findWithKey = (
  account: AccountState,
  owners: ReadonlyArray<OwnerState>,
  key: string
): EventSummary | undefined => {
  const known = knownEvent(account, key)
  return known !== undefined && owners.some(({ eventIds }) => eventIds.has(known.event.id))
    ? summary(webhooksOf(owners), known)
    : undefined
}

export const layer: Layer.Layer<EventStore, never, MemoryState> = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    return EventStore.of({
      append: Effect.fnUntraced(function* (key, events) {
        const now = yield* Clock.currentTimeMillis
        const account = accountState(state, key)
        const { planned, results } = yield* Effect.fromResult(plan(account, events))
        for (const one of planned) store(account, one, now)
        if (planned.length > 0) state.work.openUnsafe()
        yield* recordDropped([{ reason: "webhookDisabled", events: countMissed(planned) }])
        return results
      }),
      appendTest: Effect.fnUntraced(function* (key, events, entry) {
        const now = yield* Clock.currentTimeMillis
        const owner = ownerState(state, key.owner)
        const webhook = owner.existing(key.id)
        if (webhook === undefined) return yield* new WebhookNotFound({ id: key.id })
        if (!webhook.webhook.enabled) return yield* new WebhookDisabled({ id: key.id })
        const account = accountState(state, key.owner)
        for (const event of events) {
          const { traceparent } = event
          store(account, { event: toEvent(event, true), targets: [{ owner, webhook }], traceparent }, now)
        }
        putRecord(state, key.owner, entry)
        state.work.openUnsafe()
      }),
      get: (key, id) =>
        Effect.sync(() =>
          ownerState(state, key).eventIds.has(id)
            ? Option.fromUndefinedOr(accountState(state, key).events.get(id)?.event)
            : Option.none()
        ),
      findInAccount: (viewer, filter, request) =>
        Effect.sync(() => findInAccount(ownersSeen(accountState(state, viewer), viewer), filter, request)),
      withKey: (viewer, key) =>
        Effect.sync(() => {
          const account = accountState(state, viewer)
          return Option.fromUndefinedOr(findWithKey(account, ownersSeen(account, viewer), key))
        }),
      find: (key, { webhookId }, request) =>
        Effect.sync(() => {
          const owner = ownerState(state, key)
          const index = webhookId === undefined ? owner.events : owner.webhooks.get(webhookId)?.events
          const found = index === undefined ? [] : index.find(request).map(({ event }) => event)
          return found.slice(0, countToFind(found.map(payloadBytes), request.limit))
        })
    })
  })
)
