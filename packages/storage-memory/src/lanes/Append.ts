/** Stores new events for the webhooks that are subscribed to them: how they get into lanes. */
import {
  type Account,
  type Event,
  type EventId,
  IdempotencyConflict,
  type NewEvent,
  type OperationalEvent,
  operationalNewEvent,
  operationsAccount,
  type PublishedEvent,
  testDueAt
} from "@sellerkit/core"
import { DateTime, Result } from "effect"
import {
  type AccountState,
  accountState,
  type MemoryState,
  type OwnerState,
  type StoredWebhook
} from "../state/MemoryState.ts"
import type { Recipient, StoredEvent } from "../state/StoredEvent.ts"

type State = MemoryState["Service"]

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
export const knownEvent = (account: AccountState, key: string | undefined): StoredEvent | undefined =>
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

interface Appended {
  readonly results: ReadonlyArray<PublishedEvent>
  /** How often an event was dropped at once, because a webhook is not enabled. */
  readonly missed: number
  /** Whether an event has a receiver. */
  readonly wakes: boolean
}

/** Stores all of them, or none where one is refused. */
export const appendEvents = (
  state: State,
  key: Account,
  events: ReadonlyArray<NewEvent>,
  now: number
): Result.Result<Appended, IdempotencyConflict> => {
  const account = accountState(state, key)
  return Result.map(plan(account, events), ({ planned, results }) => {
    for (const one of planned) store(account, one, now)
    return { results, missed: countMissed(planned), wakes: planned.length > 0 }
  })
}

/** Stores events whose ids are new and serve as their keys, as part of a write. Gives how often an event was dropped at once. */
export const appendNew = (state: State, account: Account, events: ReadonlyArray<NewEvent>, now: number): number =>
  Result.getOrThrow(appendEvents(state, account, events, now)).missed

/** Stores an event about a write, as part of that write. */
export const appendOperational = (state: State, event: OperationalEvent, now: number): void => {
  appendNew(state, operationsAccount, [operationalNewEvent(event)], now)
}

/** Stores test events for one webhook. */
export const appendTests = (
  account: AccountState,
  target: Target,
  events: ReadonlyArray<NewEvent>,
  now: number
): void => {
  for (const event of events) {
    store(account, { event: toEvent(event, true), targets: [target], traceparent: event.traceparent }, now)
  }
}
