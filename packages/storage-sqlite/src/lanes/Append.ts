/** Stores new events for the webhooks that are subscribed to them: parts of one write, in plain values. */
import type { Account, EventId, NewEvent, PublishedEvent } from "@sellerkit/core"
import { operationsAccount, payloadBytes, testDueAt } from "@sellerkit/core/queue-rules"
import { rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { ensureAccount } from "../rows/Owners.ts"
import { blocksOf } from "../stored/EventBlock.ts"
import { insertBlock } from "../stored/EventBlocks.ts"
import { insertRow } from "../stored/EventRows.ts"
import { recipientState } from "../stored/RecipientState.ts"
import type { WholeEvent } from "../stored/StoredEvent.ts"
import { findWholeEvents, findWithKeys, nextNumber } from "../stored/StoredEvents.ts"
import {
  type Arrival,
  type ArrivalLeases,
  type Arrivals,
  noLeases,
  takeArrivals,
  type TakenArrivals
} from "./Arrivals.ts"
import type { CarryingHost } from "./CarriedLanes.ts"

/** `time` in milliseconds. */
export interface PlainEvent extends Omit<NewEvent, "time"> {
  readonly time: number
}

export interface Publication {
  readonly account: Account
  readonly events: ReadonlyArray<PlainEvent>
  readonly now: number
  /** What a dispatcher takes; nothing, when absent. */
  readonly leases?: ArrivalLeases
}

export interface Appended extends Pick<TakenArrivals, "joining" | "leased"> {
  readonly results: ReadonlyArray<PublishedEvent>
  /** Whether there is something to claim. */
  readonly wakes: boolean
  /** How often an event was dropped at once, because a webhook is not enabled. */
  readonly missed: number
}

/** The key of the event at `index` belongs to another. */
export interface Conflict {
  readonly conflict: { readonly index: number; readonly idempotencyKey: string }
}

interface Target {
  readonly webhook: number
  readonly gathered_by: number | null
  readonly enabled: number
}

const countEnabled = (targets: ReadonlyArray<Target>): number => targets.filter(({ enabled }) => enabled === 1).length

interface Insertion {
  readonly event: PlainEvent
  /** In its publication. */
  readonly place: number
  readonly account: number
  readonly test: boolean
  readonly targets: ReadonlyArray<Target>
}

const insertMissed = `insert into recipient (webhook, time, event, gathered_by, bytes, due_at, state, drop_reason)
  values (?, ?, ?, ?, ?, ?, ${recipientState.dropped}, 'webhookDisabled')`

const toStored = ({ account, event, targets, test }: Insertion, number: number, now: number): WholeEvent => ({
  event: number,
  id: event.id,
  account,
  idempotency_key: event.idempotencyKey ?? null,
  time: event.time,
  scope: event.scope,
  type: event.type,
  test: test ? 1 : 0,
  accepted_at: now,
  webhooks: JSON.stringify(targets.map(({ webhook }) => webhook)),
  enabled_webhooks: countEnabled(targets),
  traceparent: event.traceparent ?? null,
  payload: event.payload
})

const insertStored = (host: SqliteHost, events: ReadonlyArray<WholeEvent>): void => {
  for (const block of blocksOf(events)) {
    if (block.length > 1) insertBlock(host, block)
    else insertRow(host, block[0]!)
  }
}

/** Gives what arrived at each webhook that is enabled. Recipients are still to be written. */
export const insertEvents = (
  host: SqliteHost,
  insertions: ReadonlyArray<Insertion>,
  now: number
): ReadonlyArray<Arrivals> => {
  const all = new Map<number, Arrivals & { readonly arrivals: Array<Arrival> }>()
  const next = insertions.length === 0 ? 0 : nextNumber(host)
  insertStored(
    host,
    insertions.map((insertion, index) => toStored(insertion, next + index, now))
  )
  for (const [index, { event, place, targets, test }] of insertions.entries()) {
    const bytes = payloadBytes(event)
    const { time } = event
    const number = next + index
    const arrival: Arrival = { place, event: number, time, bytes, dueAt: test ? testDueAt : now }
    for (const { enabled, gathered_by: gatheredBy, webhook } of targets) {
      if (enabled === 0) {
        host.run(insertMissed, webhook, time, number, gatheredBy, bytes, now)
        continue
      }
      const known = all.get(webhook)
      if (known === undefined) all.set(webhook, { webhook, gatheredBy, arrivals: [arrival] })
      else known.arrivals.push(arrival)
    }
  }
  return [...all.values()]
}

type Subscribers = (event: PlainEvent) => ReadonlyArray<Target>

/** Looks up the webhooks for each type of event once. */
const subscribersOf = (host: SqliteHost, account: number): Subscribers => {
  const known = new Map<string, ReadonlyArray<Target>>()
  return ({ scope, type }) => {
    const key = JSON.stringify([scope, type])
    const found = known.get(key) ?? rows<Target>(host, subscribers, account, scope, type)
    known.set(key, found)
    return found
  }
}

const subscribers =
  "select webhook, gathered_by, enabled from subscription where account = ? and scope = ? and type = ?"

/** What tells two events with one key apart. */
interface Content {
  readonly scope: string
  readonly type: string
  readonly payload: string
  readonly time: number
}

const isSame = (first: Content, event: PlainEvent): boolean =>
  first.scope === event.scope &&
  first.type === event.type &&
  first.payload === event.payload &&
  (!event.timeGiven || first.time === event.time)

interface Planned {
  readonly id: EventId
  readonly content: Content
  readonly deliveries: number
  /** Undefined where the event exists already. */
  readonly insertion?: Insertion
}

const planOne = (
  account: number,
  event: PlainEvent,
  place: number,
  known: WholeEvent | undefined,
  subscribersTo: Subscribers
): Planned => {
  if (known !== undefined) return { id: known.id as EventId, content: known, deliveries: known.enabled_webhooks }
  const targets = subscribersTo(event)
  const insertion = { event, place, account, test: false, targets }
  return { id: event.id, content: event, deliveries: countEnabled(targets), insertion }
}

interface Plan {
  readonly results: ReadonlyArray<PublishedEvent>
  readonly insertions: ReadonlyArray<Insertion>
}

/** Events that have one of the keys already. Where only ids serve as keys, there are none: ids are new. */
const findKnown = (
  host: SqliteHost,
  account: number,
  events: ReadonlyArray<PlainEvent>
): ReadonlyMap<string, WholeEvent> => {
  const keys = events.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
  if (keys.length === 0) return new Map()
  const found = findWithKeys(host, account, keys)
  if (found.size === 0) return new Map()
  const whole = findWholeEvents(host, [...new Set([...found.values()].map(({ event }) => event))])
  return new Map([...found].map(([key, { event }]) => [key, whole.get(event)!]))
}

/** What each event leads to, before anything is written. Of those with the same key the first one counts. */
const plan = (host: SqliteHost, account: number, events: ReadonlyArray<PlainEvent>): Plan | Conflict => {
  const planned = new Map<string, Planned>()
  const results: Array<PublishedEvent> = []
  const subscribersTo = subscribersOf(host, account)
  const known = findKnown(host, account, events)
  for (const [index, event] of events.entries()) {
    const key = event.idempotencyKey ?? event.id
    const first = planned.get(key) ?? planOne(account, event, index, known.get(key), subscribersTo)
    if (!isSame(first.content, event)) return { conflict: { index, idempotencyKey: key } }
    planned.set(key, first)
    results.push({ id: first.id, idempotencyKey: key, deliveries: first.deliveries })
  }
  const insertions = [...planned.values()].flatMap(({ insertion }) => insertion ?? [])
  return { results, insertions: insertions.filter(({ targets }) => targets.length > 0) }
}

/** How often an event is dropped at once. */
const countMissed = (insertions: ReadonlyArray<Insertion>): number =>
  insertions.reduce((sum, { targets }) => sum + targets.length - countEnabled(targets), 0)

/** Stores all of them, or none when a key belongs to an event with another content. */
export const appendEvents = (
  host: CarryingHost,
  { account, events, leases = noLeases, now }: Publication
): Appended | Conflict => {
  const planned = plan(host, ensureAccount(host, account), events)
  if ("conflict" in planned) return planned
  const arrivals = insertEvents(host, planned.insertions, now)
  const { joining, leased, waiting } = takeArrivals(host, arrivals, leases, now)
  return {
    results: planned.results,
    leased,
    joining,
    wakes: waiting.length > 0,
    missed: countMissed(planned.insertions)
  }
}

/** Stores events whose ids are new, and serve as their keys. Gives how often an event was dropped at once. */
export const appendNew = (
  host: CarryingHost,
  account: Account,
  events: ReadonlyArray<PlainEvent>,
  now: number
): number => {
  const appended = appendEvents(host, { account, events, now })
  if ("conflict" in appended) throw new Error(`There is another event ${appended.conflict.idempotencyKey}`)
  return appended.missed
}

/** Stores an event of the operations account, whose id is new. */
export const appendOperational = (host: CarryingHost, event: PlainEvent, now: number): void => {
  appendNew(host, operationsAccount, [event], now)
}
