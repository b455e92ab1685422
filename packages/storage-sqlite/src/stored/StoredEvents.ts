/** Finds events, whether they have a row of their own or are in a block. */
import { boundLimit, row, type SqliteHost } from "../connection/SqliteHost.ts"
import { idRange } from "./EventBlock.ts"
import { eventsOfBlocks, haveNumbers, mayHaveId, mayHaveIds, wholeEventsInBlocks } from "./EventBlocks.ts"
import { eventRows, wholeRows } from "./EventRows.ts"
import type { StoredEvent, WholeEvent } from "./StoredEvent.ts"

const withNumbers = "json_each(?) j join event e on e.event = j.value"

/** What was found of events by their numbers, and what of the others is in blocks. */
const withBlocks = <Stored extends StoredEvent>(
  numbers: ReadonlyArray<number>,
  alone: ReadonlyArray<Stored>,
  inBlocks: (others: ReadonlyArray<number>) => ReadonlyArray<Stored>
): ReadonlyMap<number, Stored> => {
  const found = new Map(alone.map((stored) => [stored.event, stored]))
  const others = numbers.filter((number) => !found.has(number))
  if (others.length === 0) return found
  const wanted = new Set(others)
  for (const stored of inBlocks(others)) if (wanted.has(stored.event)) found.set(stored.event, stored)
  return found
}

/** By their numbers. Those that are no longer there are not found. */
export const findEvents = (host: SqliteHost, numbers: ReadonlyArray<number>): ReadonlyMap<number, StoredEvent> =>
  withBlocks(numbers, eventRows(host, withNumbers, JSON.stringify(numbers)), (others) =>
    eventsOfBlocks(host, haveNumbers, JSON.stringify(others))
  )

/** By their numbers, with their payloads. */
export const findWholeEvents = (host: SqliteHost, numbers: ReadonlyArray<number>): ReadonlyMap<number, WholeEvent> =>
  withBlocks(numbers, wholeRows(host, withNumbers, JSON.stringify(numbers)), (others) =>
    wholeEventsInBlocks(host, others)
  )

export const findEvent = (host: SqliteHost, id: string): StoredEvent | undefined => {
  const [alone] = eventRows(host, "event e where e.id = ?", id)
  const range = idRange(id)
  if (alone !== undefined || range === undefined) return alone
  return eventsOfBlocks(host, mayHaveId, range, id).find((stored) => stored.id === id)
}

/** With its payload. */
export const findWholeEvent = (host: SqliteHost, id: string): WholeEvent | undefined => {
  const found = findEvent(host, id)
  return found && findWholeEvents(host, [found.event]).get(found.event)
}

/** A cross join looks each key up: SQLite might read all events of the account instead. */
const rowsWithKeys = `event e where e.event in (
  select k.event from json_each(?) j cross join event k on k.account = ? and k.idempotency_key = j.value
  union all
  select k.event from json_each(?) j cross join event k on k.id = j.value and k.account = ?)`

const haveKeys = `b.last in (
  select (select n.last from event_block n where n.last >= k.event order by n.last limit 1)
  from json_each(?) j cross join event_key k on k.account = ? and k.idempotency_key = j.value)`

// our choice: a Durable Object takes no text of more than 2 MB, and a key may have 800 bytes.
const keysAtOnce = 1000

/** Events of the account, among them those that have one of the keys, as their key or as their id. */
const eventsAmongKeys = (
  host: SqliteHost,
  account: number,
  keys: ReadonlyArray<string>
): ReadonlyArray<StoredEvent> => {
  const asked = JSON.stringify(keys)
  const ids = keys.flatMap((key): ReadonlyArray<readonly [number, string]> => {
    const range = idRange(key)
    return range === undefined ? [] : [[range, key]]
  })
  return [
    ...eventRows(host, rowsWithKeys, asked, account, asked, account),
    ...eventsOfBlocks(host, haveKeys, asked, account),
    ...(ids.length === 0 ? [] : eventsOfBlocks(host, mayHaveIds, JSON.stringify(ids), account))
  ]
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
    for (const stored of eventsAmongKeys(host, account, some)) {
      const { id, idempotency_key: key } = stored
      if (key !== null && asked.has(key)) byKey.set(key, stored)
      if (asked.has(id)) byId.set(id, stored)
    }
  }
  return new Map([...byId, ...byKey])
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
