/** What became of events at their webhooks, whether a recipient says it or a run. */
import type { DropReason } from "@sellerkit/core"
import { testDueAt } from "@sellerkit/core/queue-rules"
import { rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { behindRuns, findInRuns, insertRun, type InRun, takeFromRuns } from "./DeliveredRuns.ts"
import { type RecipientState, recipientState } from "./RecipientState.ts"
import { compareKeys, type EventKey, type SizedKey, type StoredEvent, webhooksOf } from "./StoredEvent.ts"

/** An event at a webhook. */
export interface RecipientKey extends EventKey {
  readonly webhook: number
}

export interface Recipient extends RecipientKey {
  readonly state: RecipientState
  readonly attempts: number
  readonly due_at: number
  readonly drop_reason: DropReason | null
  /** When they were, each followed by a comma. */
  readonly deliveries: string
}

// our choice: so that what is asked for fits into a text, and into memory.
const keysAtOnce = 10_000

// our choice: whoever asks may need only the first events.
const eventsAtOnce = 128

function* chunksOf(keys: ReadonlyArray<RecipientKey>): Iterable<ReadonlyArray<RecipientKey>> {
  for (let start = 0; start < keys.length; start += keysAtOnce) yield keys.slice(start, start + keysAtOnce)
}

const asJson = (keys: ReadonlyArray<RecipientKey>): string =>
  JSON.stringify(keys.map(({ event, time, webhook }) => [webhook, time, event]))

const byWebhook = <Key extends RecipientKey>(keys: ReadonlyArray<Key>): ReadonlyMap<number, ReadonlyArray<Key>> => {
  const grouped = new Map<number, Array<Key>>()
  for (const key of keys) {
    const known = grouped.get(key.webhook)
    if (known === undefined) grouped.set(key.webhook, [key])
    else known.push(key)
  }
  return grouped
}

const recipientRows = `select j.key as place, r.webhook, r.time, r.event, r.state, r.attempts, r.due_at, r.drop_reason, r.deliveries
  from json_each(?) j cross join recipient r
    on r.webhook = j.value ->> 0 and r.time = j.value ->> 1 and r.event = j.value ->> 2`

const inRunAs = ({ event, time, webhook }: RecipientKey, { attemptAt }: InRun): Recipient => ({
  webhook,
  time,
  event,
  state: recipientState.delivered,
  attempts: 1,
  due_at: attemptAt,
  drop_reason: null,
  deliveries: `${attemptAt},`
})

const someRecipients = (
  host: SqliteHost,
  keys: ReadonlyArray<RecipientKey>,
  runsFrom: number
): ReadonlyArray<Recipient | undefined> => {
  const found: Array<Recipient | undefined> = keys.map(() => undefined)
  for (const one of rows<Recipient & { readonly place: number }>(host, recipientRows, asJson(keys))) {
    found[one.place] = one
  }
  const others = keys.flatMap((key, place) =>
    found[place] === undefined && key.event >= runsFrom ? [{ ...key, place }] : []
  )
  for (const [webhook, some] of byWebhook(others)) {
    const inRuns = findInRuns(host, webhook, some)
    for (const key of some) {
      const inRun = inRuns.get(key.event)
      if (inRun !== undefined) found[key.place] = inRunAs(key, inRun)
    }
  }
  return found
}

/**
 * In the order of the keys. Undefined where the event is carried, or is not one of the webhook's. `runsFrom`: of events with lower numbers
 * only what has a row is found, which is all that is not delivered.
 */
export const findRecipients = (
  host: SqliteHost,
  keys: ReadonlyArray<RecipientKey>,
  runsFrom = 0
): ReadonlyArray<Recipient | undefined> => [...chunksOf(keys)].flatMap((some) => someRecipients(host, some, runsFrom))

/** What became of an event at those of its webhooks that some owners have. */
export const recipientsOfOwners = (
  host: SqliteHost,
  { event, time, webhooks }: StoredEvent,
  owners: ReadonlyArray<number>
): ReadonlyArray<Recipient> => {
  const own = rows<{ webhook: number }>(
    host,
    `select w.webhook from json_each(?) j join webhook w on w.webhook = j.value
     where w.owner in (select value from json_each(?))`,
    webhooks,
    JSON.stringify(owners)
  )
  const keys = own.map(({ webhook }) => ({ webhook, event, time }))
  return findRecipients(host, keys).filter((recipient) => recipient !== undefined)
}

/** An event with what became of it at its webhooks, in their order: undefined where it is carried. */
export interface WithRecipients {
  readonly stored: StoredEvent
  readonly recipients: ReadonlyArray<readonly [key: RecipientKey, recipient: Recipient | undefined]>
}

interface Reading {
  /** At which of their webhooks; at all of them, where it is absent. */
  readonly isSeen?: (webhook: number) => boolean
  /** As `findRecipients` has it. */
  readonly runsFrom?: number
}

const together = (
  host: SqliteHost,
  events: ReadonlyArray<readonly [StoredEvent, ReadonlyArray<RecipientKey>]>,
  { runsFrom }: Reading
): ReadonlyArray<WithRecipients> => {
  const keys = events.flatMap(([, some]) => some)
  const found = findRecipients(host, keys, runsFrom)
  let place = 0
  return events.map(([stored, some]) => ({ stored, recipients: some.map((key) => [key, found[place++]] as const) }))
}

/** Reads what became of many events, some at a time. */
export function* withRecipients(
  host: SqliteHost,
  events: Iterable<StoredEvent>,
  reading: Reading = {}
): Iterable<WithRecipients> {
  const { isSeen = () => true } = reading
  let some: Array<readonly [StoredEvent, ReadonlyArray<RecipientKey>]> = []
  let recipients = 0
  for (const stored of events) {
    const { event, time } = stored
    const keys = webhooksOf(stored).filter(isSeen)
    some.push([stored, keys.map((webhook) => ({ webhook, event, time }))])
    recipients += keys.length
    if (some.length < eventsAtOnce && recipients < keysAtOnce) continue
    yield* together(host, some, reading)
    some = []
    recipients = 0
  }
  yield* together(host, some, reading)
}

const insertDelivered = `insert into recipient
  (webhook, time, event, gathered_by, bytes, due_at, state, attempts, deliveries)
  values (?, ?, ?, ?, ?, ?, ${recipientState.delivered}, 1, ?)`

/** `gatheredBy`: null where the webhook's recipients are looked at on their own. */
interface Receiving {
  readonly webhook: number
  readonly gatheredBy: number | null
}

const insertAlone = (
  host: SqliteHost,
  { gatheredBy, webhook }: Receiving,
  { bytes, event, time }: SizedKey,
  attemptAt: number
): void => host.run(insertDelivered, webhook, time, event, gatheredBy, bytes, attemptAt, `${attemptAt},`)

// our choice, in milliseconds: what lies between two events of a run is closed to other runs.
const widestGap = 3_600_000

/** In the order of time, cut where much time lies between neighbours. */
const groupsOfNeighbours = (events: ReadonlyArray<SizedKey>): ReadonlyArray<ReadonlyArray<SizedKey>> => {
  const groups: Array<Array<SizedKey>> = []
  for (const event of events.toSorted(compareKeys)) {
    const last = groups.at(-1)?.at(-1)
    if (last !== undefined && event.time - last.time <= widestGap) groups.at(-1)!.push(event)
    else groups.push([event])
  }
  return groups
}

const areSeveral = (events: ReadonlyArray<SizedKey>): boolean => events.length > 1

/** Those of the events that may be runs. Recipients that are gathered are merged with those of others, so that they are rows. */
const runsOf = (
  host: SqliteHost,
  { gatheredBy, webhook }: Receiving,
  events: ReadonlyArray<SizedKey>
): ReadonlyArray<ReadonlyArray<SizedKey>> =>
  gatheredBy === null
    ? groupsOfNeighbours(events)
        .filter(areSeveral)
        .map((some) => behindRuns(host, webhook, some))
        .filter(areSeveral)
    : []

/** What one request delivered at the first attempt. */
export const writeDelivered = (
  host: SqliteHost,
  receiving: Receiving,
  events: ReadonlyArray<SizedKey>,
  attemptAt: number
): void => {
  const runs = runsOf(host, receiving, events)
  const inRuns = new Set(runs.flat())
  for (const some of runs) insertRun(host, receiving.webhook, { attemptAt, events: some })
  for (const event of events) if (!inRuns.has(event)) insertAlone(host, receiving, event, attemptAt)
}

// Nothing has become of it yet, so that a run can say all of it. Test events have rows of their own: resends pass over them.
const removeUntried = `delete from recipient where webhook = ? and time = ? and event = ?
  and state = ${recipientState.pending} and attempts = 0 and deliveries = '' and resent_at is null and due_at <> ${testDueAt}`

/** An event that waited. `bytes`: of its payload, where they are known. */
interface WaitingEvent extends EventKey {
  readonly bytes?: number | undefined
}

const isSized = <Key extends WaitingEvent>(key: Key): key is Key & SizedKey => key.bytes !== undefined

/**
 * What one request delivered of what waited. Events that were never tried become runs, as if they had not waited. Gives the others: their
 * rows have more to say.
 */
export const writeDeliveredWaiting = <Key extends WaitingEvent>(
  host: SqliteHost,
  receiving: Receiving,
  keys: ReadonlyArray<Key>,
  attemptAt: number
): ReadonlyArray<Key> => {
  const written = new Set<WaitingEvent>()
  for (const some of runsOf(host, receiving, keys.filter(isSized))) {
    const events = some.filter(({ event, time }) => host.change(removeUntried, receiving.webhook, time, event) > 0)
    if (events.length > 0) insertRun(host, receiving.webhook, { attemptAt, events })
    for (const event of events) written.add(event)
  }
  return keys.filter((key) => !written.has(key))
}

/** Gives each of these events a recipient row of its own, because it is about to change. */
export const separateFromRuns = (host: SqliteHost, webhook: number, keys: ReadonlyArray<EventKey>): void => {
  for (const { attemptAt, ...event } of takeFromRuns(host, webhook, keys)) {
    insertAlone(host, { webhook, gatheredBy: null }, event, attemptAt)
  }
}

const deleteRecipients = `delete from recipient where (webhook, time, event) in
  (select j.value ->> 0, j.value ->> 1, j.value ->> 2 from json_each(?) j) returning webhook, event`

/** Of events that are removed. */
export const removeRecipients = (host: SqliteHost, keys: ReadonlyArray<RecipientKey>): void => {
  for (const some of chunksOf(keys)) {
    const removed = rows<Omit<RecipientKey, "time">>(host, deleteRecipients, asJson(some))
    if (removed.length === some.length) continue
    const hadRows = new Set(removed.map(({ event, webhook }) => `${webhook} ${event}`))
    const others = some.filter(({ event, webhook }) => !hadRows.has(`${webhook} ${event}`))
    for (const [webhook, events] of byWebhook(others)) takeFromRuns(host, webhook, events)
  }
}
