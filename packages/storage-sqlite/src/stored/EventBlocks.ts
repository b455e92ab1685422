/**
 * Events that were published together, in one row: a block. A row and three entries of indexes are one row and one entry then, for all of
 * them; only idempotency keys have rows of their own. Each event has a number all the same, and what became of it is not in the block.
 */
import { rows, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"
import type { StoredEvent, WholeEvent } from "./StoredEvent.ts"

// our choice: who looks for one of the events reads all of them.
const mostEvents = 128

// our choice: in units of UTF-16, each of which takes at most three bytes of UTF-8: a Durable Object takes no row of more than 2 MB. Of the
// payloads, and of what is kept beside them.
const mostText = 250_000

/** What is the same for many events of a block. */
type Kind = readonly [scope: string, type: string, webhooks: string, enabledWebhooks: number]

/** `kind`: the place of its kind. `length`: of its payload, in units of UTF-16. What follows is there where one of it is not null. */
type Entry = readonly [
  event: number,
  id: string,
  time: number,
  kind: number,
  length: number,
  idempotencyKey?: string | null,
  traceparent?: string | null
]

interface Contents {
  readonly kinds: ReadonlyArray<Kind>
  readonly events: ReadonlyArray<Entry>
}

interface BlockRow {
  readonly last: number
  readonly account: number
  readonly accepted_at: number
  readonly contents: string
  /** Empty where they were not asked for. */
  readonly payloads: string
}

const columns = "b.last, b.account, b.accepted_at, b.contents"

const encode = (events: ReadonlyArray<WholeEvent>): { readonly contents: string; readonly payloads: string } => {
  const kinds = new Map<string, { readonly place: number; readonly kind: Kind }>()
  const entries = events.map((stored): Entry => {
    const { enabled_webhooks, event, id, idempotency_key, payload, scope, time, traceparent, type, webhooks } = stored
    const key = JSON.stringify([scope, type, webhooks])
    const { place } = kinds.get(key) ?? { place: kinds.size }
    kinds.set(key, { place, kind: [scope, type, webhooks, enabled_webhooks] })
    if (idempotency_key === null && traceparent === null) return [event, id, time, place, payload.length]
    return [event, id, time, place, payload.length, idempotency_key, traceparent]
  })
  const contents: Contents = { kinds: [...kinds.values()].map(({ kind }) => kind), events: entries }
  return { contents: JSON.stringify(contents), payloads: events.map(({ payload }) => payload).join("") }
}

const decode = ({ accepted_at, account, contents, payloads }: BlockRow): ReadonlyArray<WholeEvent> => {
  const { events, kinds } = JSON.parse(contents) as Contents
  let end = 0
  return events.map(([event, id, time, kind, length, key = null, traceparent = null]) => {
    const [scope, type, webhooks, enabled_webhooks] = kinds[kind]!
    const payload = payloads.slice(end, end + length)
    end += length
    return {
      event,
      id,
      account,
      idempotency_key: key,
      time,
      scope,
      type,
      test: 0,
      accepted_at,
      webhooks,
      enabled_webhooks,
      traceparent,
      payload
    }
  })
}

/**
 * The first 40 bits of an id: where it is one of version 7, they say to a quarter of a second when it was made, so that events of one
 * publication have them in common. Undefined where it is no UUID.
 */
export const idRange = (id: string): number | undefined =>
  /^[\da-f]{8}-[\da-f]{4}-/.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 11), 16) : undefined

const textOf = ({ idempotency_key, payload, webhooks }: WholeEvent): number =>
  payload.length + webhooks.length + (idempotency_key?.length ?? 0)

/** Which of the new events of a publication are a block, and which are alone. They stay in their order. */
export const blocksOf = (events: ReadonlyArray<WholeEvent>): ReadonlyArray<ReadonlyArray<WholeEvent>> => {
  const blocks: Array<Array<WholeEvent>> = []
  let range: number | undefined
  let text = 0
  for (const event of events) {
    const ownRange = event.test === 1 ? undefined : idRange(event.id)
    const ownText = textOf(event)
    const block = blocks.at(-1)
    const fits = ownRange !== undefined && ownRange === range && text + ownText <= mostText
    if (block !== undefined && fits && block.length < mostEvents) {
      block.push(event)
      text += ownText
    } else {
      blocks.push([event])
      range = ownRange
      text = ownText
    }
  }
  return blocks
}

const insertSql = `insert into event_block (last, account, accepted_at, id_range, first_id, last_id, contents, payloads)
  values (?, ?, ?, ?, ?, ?, ?, ?)`

/** As `blocksOf` gives it. */
export const insertBlock = (host: SqliteHost, events: ReadonlyArray<WholeEvent>): void => {
  const { accepted_at, account, id } = events[0]!
  const ids = events.map((one) => one.id).toSorted()
  const { contents, payloads } = encode(events)
  const last = events.at(-1)!.event
  host.run(insertSql, last, account, accepted_at, idRange(id)!, ids[0]!, ids.at(-1)!, contents, payloads)
  for (const one of events) {
    if (one.idempotency_key === null) continue
    const sql = "insert into event_key (account, idempotency_key, event) values (?, ?, ?)"
    host.run(sql, account, one.idempotency_key, one.event)
  }
}

/** All events of some blocks. `from`: where blocks `b` are, and which. */
export const blockEvents = (
  host: SqliteHost,
  from: string,
  ...parameters: ReadonlyArray<SqlValue>
): ReadonlyArray<StoredEvent> =>
  rows<BlockRow>(host, `select ${columns}, '' as payloads from ${from}`, ...parameters).flatMap(decode)

/** With their payloads. */
export const wholeBlockEvents = (
  host: SqliteHost,
  from: string,
  ...parameters: ReadonlyArray<SqlValue>
): ReadonlyArray<WholeEvent> =>
  rows<BlockRow>(host, `select ${columns}, b.payloads from ${from}`, ...parameters).flatMap(decode)

/** The blocks that have events with some numbers, given as JSON: each number may be in one block only. */
export const withNumbers = `event_block b where b.last in (
  select (select n.last from event_block n where n.last >= j.value order by n.last limit 1) from json_each(?) j)`

/** The blocks that may have an event with one of some ids, each given with its range as JSON. */
export const withIds = `event_block b where b.last in (
  select n.last from json_each(?) j cross join event_block n on n.id_range = j.value ->> 0
  where j.value ->> 1 between n.first_id and n.last_id)`

/** Those that are in blocks. What remains of a block is written anew: it ends with the last event that it has. */
export const removeFromBlocks = (host: SqliteHost, events: ReadonlySet<number>): void => {
  const sql = `select ${columns}, b.payloads from ${withNumbers}`
  for (const block of rows<BlockRow>(host, sql, JSON.stringify([...events]))) {
    const stored = decode(block)
    const keys = stored.flatMap(({ event, idempotency_key }) => (events.has(event) ? (idempotency_key ?? []) : []))
    const forgetKeys = "delete from event_key where account = ? and idempotency_key in (select value from json_each(?))"
    if (keys.length > 0) host.run(forgetKeys, block.account, JSON.stringify(keys))
    const left = stored.filter(({ event }) => !events.has(event))
    if (left.length === stored.length) continue
    if (left.length === 0) host.run("delete from event_block where last = ?", block.last)
    else {
      const { contents, payloads } = encode(left)
      const rewrite = "update event_block set last = ?, contents = ?, payloads = ? where last = ?"
      host.run(rewrite, left.at(-1)!.event, contents, payloads, block.last)
    }
  }
}
