/** Finds events, whether they have a row of their own or are in a block. */
import { boundLimit, row, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { idRange } from "./EventBlock.ts"
import { eventsInBlocks, eventsOfBlocks, eventsWithIds, wholeEventsInBlocks, withId } from "./EventBlocks.ts"
import { eventRows, wholeRows } from "./EventRows.ts"
import type { StoredEvent, WholeEvent } from "./StoredEvent.ts"

type EventNumber = Pick<StoredEvent, "event">

const withNumbers = "json_each(?) j join event e on e.event = j.value"

/** What was found of events by their numbers, and what of the others is in blocks. */
const withBlocks = <Stored extends StoredEvent>(
  numbers: ReadonlyArray<number>,
  alone: ReadonlyArray<Stored>,
  inBlocks: (others: ReadonlyArray<number>) => ReadonlyArray<Stored>
): ReadonlyMap<number, Stored> => {
  const found = new Map(alone.map((stored) => [stored.event, stored]))
  const others = numbers.filter((number) => !found.has(number))
  if (others.length > 0) for (const stored of inBlocks(others)) found.set(stored.event, stored)
  return found
}

/** By their numbers. Those that are no longer there are not found. */
export const findEvents = (host: SqliteHost, numbers: ReadonlyArray<number>): ReadonlyMap<number, StoredEvent> =>
  withBlocks(numbers, eventRows(host, withNumbers, JSON.stringify(numbers)), (others) => eventsInBlocks(host, others))

/** By their numbers, with their payloads. */
export const findWholeEvents = (host: SqliteHost, numbers: ReadonlyArray<number>): ReadonlyMap<number, WholeEvent> =>
  withBlocks(numbers, wholeRows(host, withNumbers, JSON.stringify(numbers)), (others) =>
    wholeEventsInBlocks(host, others)
  )

export const findEvent = (host: SqliteHost, id: string): StoredEvent | undefined => {
  const [alone] = eventRows(host, "event e where e.id = ?", id)
  const range = idRange(id)
  if (alone !== undefined || range === undefined) return alone
  return eventsOfBlocks(host, withId, range, id).find((stored) => stored.id === id)
}

/** With its payload. */
export const findWholeEvent = (host: SqliteHost, id: string): WholeEvent | undefined => {
  const found = findEvent(host, id)
  return found && findWholeEvents(host, [found.event]).get(found.event)
}

/** Cross joins look each key up: SQLite might read all events of the account instead. */
const numbersWithKeys = `select k.event from json_each(?) j cross join event k on k.account = ? and k.idempotency_key = j.value
  union all
  select k.event from json_each(?) j cross join event_key k on k.account = ? and k.idempotency_key = j.value
  union all
  select k.event from json_each(?) j cross join event k on k.id = j.value and k.account = ?`

// our choice: a Durable Object takes no text of more than 2 MB, and a key may have 800 bytes.
const keysAtOnce = 1000

/** Events of the account that have one of the keys, as their key or as their id. */
const eventsWithSome = (host: SqliteHost, account: number, keys: ReadonlyArray<string>): ReadonlyArray<StoredEvent> => {
  const asked = JSON.stringify(keys)
  const numbers = rows<EventNumber>(host, numbersWithKeys, asked, account, asked, account, asked, account)
  const ids = keys.flatMap((key): ReadonlyArray<readonly [number, string]> => {
    const range = idRange(key)
    return range === undefined ? [] : [[range, key]]
  })
  const found = numbers.length === 0 ? [] : findEvents(host, [...new Set(numbers.map(({ event }) => event))]).values()
  return [...found, ...eventsWithIds(host, account, ids)]
}

/** By the key that each has: its idempotency key, or its id. An event's key counts before another's id. */
export const findWithKeys = (
  host: SqliteHost,
  account: number,
  keys: ReadonlyArray<string>
): ReadonlyMap<string, StoredEvent> => {
  const byKey = new Map<string, StoredEvent>()
  const byId = new Map<string, StoredEvent>()
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    const some = keys.slice(start, start + keysAtOnce)
    const asked = new Set(some)
    for (const stored of eventsWithSome(host, account, some)) {
      const { id, idempotency_key: key } = stored
      if (key !== null && asked.has(key)) byKey.set(key, stored)
      if (asked.has(id)) byId.set(id, stored)
    }
  }
  return new Map([...byId, ...byKey])
}

/** A number is never given twice, also when the events with the greatest numbers have been removed: others may still name them. */
export const nextNumber = (host: SqliteHost): number =>
  row<EventNumber>(
    host,
    `select 1 + max(coalesce((select max(event) from event), 0), coalesce((select max(last) from event_block), 0),
       (select event from removed)) as event`
  )!.event

// our choice: how many are read at a time.
const rowsAtOnce = 64

function* rowsFrom(host: SqliteHost, first: number): Generator<StoredEvent, undefined> {
  for (let next = first; ;) {
    const found = eventRows(host, `event e where e.event >= ? order by e.event ${boundLimit}`, next, rowsAtOnce)
    yield* found
    if (found.length < rowsAtOnce) return undefined
    next = found.at(-1)!.event + 1
  }
}

function* inBlocksFrom(host: SqliteHost, first: number): Generator<StoredEvent, undefined> {
  for (let next = first; ;) {
    const found = eventsOfBlocks(host, "b.last >= ? order by b.last limit 1", next)
    for (const stored of found) if (stored.event >= first) yield stored
    if (found.length === 0) return undefined
    next = found.at(-1)!.event + 1
  }
}

/** From a number on, in the order of their numbers. Nothing is written meanwhile. */
export function* eventsFrom(host: SqliteHost, first: number): Iterable<StoredEvent> {
  const alone = rowsFrom(host, first)
  const together = inBlocksFrom(host, first)
  let one = alone.next().value
  let other = together.next().value
  for (;;) {
    if (one !== undefined && (other === undefined || one.event < other.event)) {
      yield one
      one = alone.next().value
    } else if (other !== undefined) {
      yield other
      other = together.next().value
    } else return
  }
}
