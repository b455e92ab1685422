/** What became of events at their webhooks, whether a recipient says it or a run. */
import type { DropReason } from "@sellerkit/core"
import { rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { type DeliveredEvent, insertRun, type InRun, runLookup, takeFromRuns } from "./DeliveredRuns.ts"
import { type RecipientState, recipientState } from "./RecipientState.ts"
import type { EventKey } from "./StoredEvent.ts"

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

// our choice: so that what is asked for fits into a text.
const keysAtOnce = 10_000

function* chunksOf(keys: ReadonlyArray<RecipientKey>): Iterable<ReadonlyArray<RecipientKey>> {
  for (let start = 0; start < keys.length; start += keysAtOnce) yield keys.slice(start, start + keysAtOnce)
}

const asJson = (keys: ReadonlyArray<RecipientKey>): string =>
  JSON.stringify(keys.map(({ event, time, webhook }) => [webhook, time, event]))

const recipientRows = `select j.key as place, r.webhook, r.time, r.event, r.state, r.attempts, r.due_at, r.drop_reason, r.deliveries
  from json_each(?) j cross join recipient r
    on r.webhook = j.value ->> 0 and r.time = j.value ->> 1 and r.event = j.value ->> 2`

const inRunAs = (key: RecipientKey, { attemptAt }: InRun): Recipient => ({
  ...key,
  state: recipientState.delivered,
  attempts: 1,
  due_at: attemptAt,
  drop_reason: null,
  deliveries: `${attemptAt},`
})

const someRecipients = (host: SqliteHost, keys: ReadonlyArray<RecipientKey>): ReadonlyArray<Recipient | undefined> => {
  const found = new Map(
    rows<Recipient & { readonly place: number }>(host, recipientRows, asJson(keys)).map((one) => [one.place, one])
  )
  const lookUp = runLookup(host)
  return keys.map((key, place) => {
    const stored = found.get(place)
    if (stored !== undefined) return stored
    const inRun = lookUp(key.webhook, key)
    return inRun && inRunAs(key, inRun)
  })
}

/** In the order of the keys; undefined where nothing says what became of an event, because it is carried, or not of the webhook. */
export const findRecipients = (
  host: SqliteHost,
  keys: ReadonlyArray<RecipientKey>
): ReadonlyArray<Recipient | undefined> => [...chunksOf(keys)].flatMap((some) => someRecipients(host, some))

const insertDelivered = `insert into recipient
  (webhook, time, event, gathered_by, bytes, due_at, state, attempts, deliveries)
  values (?, ?, ?, ?, ?, ?, ${recipientState.delivered}, 1, ?)`

/** `gatheredBy`: null where the webhook's recipients are looked at on their own. */
interface Receiving {
  readonly webhook: number
  readonly gatheredBy: number | null
}

/** What one request delivered at the first attempt. Recipients that are gathered are merged with those of others, so that they are rows. */
export const writeDelivered = (
  host: SqliteHost,
  { gatheredBy, webhook }: Receiving,
  events: ReadonlyArray<DeliveredEvent>,
  attemptAt: number
): void => {
  if (events.length > 1 && gatheredBy === null && insertRun(host, webhook, attemptAt, events)) return
  for (const { bytes, event, time } of events) {
    host.run(insertDelivered, webhook, time, event, gatheredBy, bytes, attemptAt, `${attemptAt},`)
  }
}

/** Has each of these events a recipient of its own, because it is about to change. */
export const separate = (host: SqliteHost, webhook: number, keys: ReadonlyArray<EventKey>): void => {
  for (const { attemptAt, bytes, event, time } of takeFromRuns(host, webhook, keys)) {
    host.run(insertDelivered, webhook, time, event, null, bytes, attemptAt, `${attemptAt},`)
  }
}

const removeRows = `delete from recipient where (webhook, time, event) in
  (select j.value ->> 0, j.value ->> 1, j.value ->> 2 from json_each(?) j) returning webhook, event`

/** Of events that are removed. */
export const removeRecipients = (host: SqliteHost, keys: ReadonlyArray<RecipientKey>): void => {
  const inRuns = new Map<number, Map<number, EventKey>>()
  for (const key of keys) {
    const known = inRuns.get(key.webhook)
    if (known === undefined) inRuns.set(key.webhook, new Map([[key.event, key]]))
    else known.set(key.event, key)
  }
  for (const some of chunksOf(keys)) {
    const removed = rows<Omit<RecipientKey, "time">>(host, removeRows, asJson(some))
    for (const { event, webhook } of removed) inRuns.get(webhook)!.delete(event)
  }
  for (const [webhook, events] of inRuns) takeFromRuns(host, webhook, [...events.values()])
}
