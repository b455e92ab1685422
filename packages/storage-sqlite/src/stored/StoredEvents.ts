/** Finds events, whether they have a row of their own or are in a block. */
import { boundLimit, row, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"
import { blockEvents, idRange, wholeBlockEvents, withIds, withNumbers } from "./EventBlocks.ts"
import { eventRows, wholeRows } from "./EventRows.ts"
import type { StoredEvent, WholeEvent } from "./StoredEvent.ts"

/** How events are read: with their payloads, or without. */
interface Reading<Stored extends StoredEvent> {
  readonly rows: (host: SqliteHost, from: string, ...parameters: ReadonlyArray<SqlValue>) => ReadonlyArray<Stored>
  readonly blocks: (host: SqliteHost, from: string, ...parameters: ReadonlyArray<SqlValue>) => ReadonlyArray<Stored>
}

const reading: Reading<StoredEvent> = { rows: eventRows, blocks: blockEvents }
const readingWhole: Reading<WholeEvent> = { rows: wholeRows, blocks: wholeBlockEvents }

type Found<Stored> = ReadonlyMap<number, Stored>

const byNumbers =
  <Stored extends StoredEvent>({ blocks, rows }: Reading<Stored>) =>
  (host: SqliteHost, numbers: ReadonlyArray<number>): Found<Stored> => {
    if (numbers.length === 0) return new Map()
    const found = new Map<number, Stored>()
    const from = "json_each(?) j join event e on e.event = j.value"
    for (const stored of rows(host, from, JSON.stringify(numbers))) found.set(stored.event, stored)
    const others = new Set(numbers.filter((number) => !found.has(number)))
    if (others.size === 0) return found
    for (const stored of blocks(host, withNumbers, JSON.stringify([...others]))) {
      if (others.has(stored.event)) found.set(stored.event, stored)
    }
    return found
  }

/** By their numbers. Those that are no longer there are not found. */
export const findEvents = byNumbers(reading)
/** With their payloads. */
export const findWholeEvents = byNumbers(readingWhole)

const byId =
  <Stored extends StoredEvent>({ blocks, rows }: Reading<Stored>) =>
  (host: SqliteHost, id: string): Stored | undefined => {
    const [alone] = rows(host, "event e where e.id = ?", id)
    const range = idRange(id)
    if (alone !== undefined || range === undefined) return alone
    return blocks(host, withIds, JSON.stringify([[range, id]])).find((stored) => stored.id === id)
  }

export const findEvent = byId(reading)
/** With its payload. */
export const findWholeEvent = byId(readingWhole)

/** A cross join looks each key up: SQLite might read all events of the account instead. */
const rowsWithKeys = `event e where e.event in (
  select k.event from json_each(?) j cross join event k on k.account = ? and k.idempotency_key = j.value
  union all
  select k.event from json_each(?) j cross join event k on k.id = j.value and k.account = ?)`

const blocksWithKeys = `event_block b where b.last in (
  select (select n.last from event_block n where n.last >= k.event order by n.last limit 1)
  from json_each(?) j cross join event_key k on k.account = ? and k.idempotency_key = j.value)`

// our choice: a Durable Object takes no text of more than 2 MB, and a key may have 800 bytes.
const keysAtOnce = 1000

/** Events of the account that have one of the keys, as their key or as their id. */
const eventsWithSome = (host: SqliteHost, account: number, keys: ReadonlyArray<string>): ReadonlyArray<WholeEvent> => {
  const asked = JSON.stringify(keys)
  const ids = keys.flatMap((key): ReadonlyArray<readonly [number, string]> => {
    const range = idRange(key)
    return range === undefined ? [] : [[range, key]]
  })
  const found = [
    ...readingWhole.rows(host, rowsWithKeys, asked, account, asked, account),
    ...readingWhole.blocks(host, blocksWithKeys, asked, account)
  ]
  if (ids.length === 0) return found
  return [...found, ...readingWhole.blocks(host, withIds, JSON.stringify(ids)).filter((one) => one.account === account)]
}

/** By the key that each has: its idempotency key, or its id. An event's key counts before another's id. */
export const findWithKeys = (
  host: SqliteHost,
  account: number,
  keys: ReadonlyArray<string>
): ReadonlyMap<string, WholeEvent> => {
  const found: Array<WholeEvent> = []
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    found.push(...eventsWithSome(host, account, keys.slice(start, start + keysAtOnce)))
  }
  const known = new Map(found.map((stored) => [stored.id, stored]))
  for (const stored of found) if (stored.idempotency_key !== null) known.set(stored.idempotency_key, stored)
  return known
}

/** A number is never given twice, also when the events with the greatest numbers have been removed: others may still name them. */
export const nextNumber = (host: SqliteHost): number =>
  row<{ event: number }>(
    host,
    `select 1 + max(coalesce((select max(event) from event), 0), coalesce((select max(last) from event_block), 0),
       (select event from removed)) as event`
  )!.event

// our choice: how many are read at a time.
const rowsAtOnce = 64
const blocksAtOnce = 1

/** From a number on, in the order of their numbers. Nothing is written meanwhile. */
export function* eventsFrom(host: SqliteHost, first: number): Iterable<StoredEvent> {
  for (let next = first; ;) {
    const alone = eventRows(host, `event e where e.event >= ? order by e.event ${boundLimit}`, next, rowsAtOnce)
    const together = blockEvents(
      host,
      `event_block b where b.last >= ? order by b.last ${boundLimit}`,
      next,
      blocksAtOnce
    )
    // What was read of either ends where what was read of the other does.
    const ends = [
      alone.length < rowsAtOnce ? Infinity : alone.at(-1)!.event,
      together.length === 0 ? Infinity : together.at(-1)!.event
    ]
    const end = Math.min(...ends)
    const found = [...alone, ...together].filter(({ event }) => event >= next && event <= end)
    yield* found.toSorted((one, other) => one.event - other.event)
    if (end === Infinity) return
    next = end + 1
  }
}
