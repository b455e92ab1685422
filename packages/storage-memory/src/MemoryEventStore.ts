/** Events in memory. */
import {
  countToFind,
  type EventFilter,
  EventStore,
  type EventSummary,
  mayView,
  payloadBytes,
  recordDropped,
  type TimePageRequest,
  type Viewer,
  WebhookDisabled,
  type WebhookId,
  WebhookNotFound
} from "@sellerkit/core"
import { Clock, DateTime, Effect, Layer, Option, Order } from "effect"
import { appendEvents, appendTests, knownEvent } from "./lanes/Append.ts"
import {
  type AccountState,
  accountState,
  MemoryState,
  type OwnerState,
  ownerState,
  putRecord,
  type StoredWebhook
} from "./state/MemoryState.ts"
import type { StoredEvent } from "./state/StoredEvent.ts"

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
        const { missed, results, wakes } = yield* Effect.fromResult(appendEvents(state, key, events, now))
        if (wakes) state.work.openUnsafe()
        yield* recordDropped([{ reason: "webhookDisabled", events: missed }])
        return results
      }),
      appendTest: Effect.fnUntraced(function* (key, events, entry) {
        const now = yield* Clock.currentTimeMillis
        const owner = ownerState(state, key.owner)
        const webhook = owner.existing(key.id)
        if (webhook === undefined) return yield* new WebhookNotFound({ id: key.id })
        if (!webhook.webhook.enabled) return yield* new WebhookDisabled({ id: key.id })
        appendTests(accountState(state, key.owner), { owner, webhook }, events, now)
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
