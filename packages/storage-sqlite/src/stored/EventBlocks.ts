/** The table of blocks, and the idempotency keys of their events, which have rows of their own. */
import { rows, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"
import { type BlockRow, decodeBlock, encodeBlock, idRange, wholeEvent, type WholeBlockRow } from "./EventBlock.ts"
import type { StoredEvent, WholeEvent } from "./StoredEvent.ts"

const columns = "b.last, b.account, b.accepted_at, b.contents"
const wholeColumns = `${columns}, b.payloads`

const insertSql = `insert into event_block (last, account, accepted_at, id_range, first_id, last_id, contents, payloads)
  values (?, ?, ?, ?, ?, ?, ?, ?)`

/** `events`: as `blocksOf` puts them together. */
export const insertBlock = (host: SqliteHost, events: ReadonlyArray<WholeEvent>): void => {
  const { accepted_at, account, id } = events[0]!
  const ids = events.map((one) => one.id).toSorted()
  const { contents, payloads } = encodeBlock(events)
  const last = events.at(-1)!.event
  host.run(insertSql, last, account, accepted_at, idRange(id)!, ids[0]!, ids.at(-1)!, contents, payloads)
  for (const one of events) {
    if (one.idempotency_key === null) continue
    const sql = "insert into event_key (account, idempotency_key, event) values (?, ?, ?)"
    host.run(sql, account, one.idempotency_key, one.event)
  }
}

/** All events of some blocks `b`, without their payloads. `which`: a condition, or an order and a limit as well. */
export const eventsOfBlocks = (
  host: SqliteHost,
  which: string,
  ...parameters: ReadonlyArray<SqlValue>
): ReadonlyArray<StoredEvent> =>
  rows<BlockRow>(host, `select ${columns} from event_block b where ${which}`, ...parameters)
    .flatMap(decodeBlock)
    .map(({ stored }) => stored)

/** Of the blocks of an account: those that may have events with some ids, given with their ranges as JSON. */
const withIds = `b.last in (
  select n.last from json_each(?) j cross join event_block n on n.id_range = j.value ->> 0 and n.account = ?
  where j.value ->> 1 between n.first_id and n.last_id)`

/** Of the blocks of all accounts: those that may have an event with an id. */
export const withId = "b.id_range = ? and ? between b.first_id and b.last_id"

/** An event, whose number is given in JSON, can only be in the first block that does not end before it. */
const withNumbers = `b.last in (
  select (select n.last from event_block n where n.last >= j.value order by n.last limit 1) from json_each(?) j)`

// our choice: each event may be in a block of its own, which is read whole.
const eventsAtOnce = 64

/** Blocks that may have events with some numbers, a few at a time. */
function* blocksWith<Row extends BlockRow>(
  host: SqliteHost,
  numbers: ReadonlyArray<number>,
  read: string
): Iterable<Row> {
  const sql = `select ${read} from event_block b where ${withNumbers} order by b.last`
  const ordered = numbers.toSorted((one, other) => one - other)
  let lastRead = Number.NEGATIVE_INFINITY
  for (let start = 0; start < ordered.length; start += eventsAtOnce) {
    const asked = ordered.slice(start, start + eventsAtOnce).filter((number) => number > lastRead)
    if (asked.length === 0) continue
    const found = rows<Row>(host, sql, JSON.stringify(asked))
    yield* found
    lastRead = found.at(-1)?.last ?? lastRead
  }
}

/** Those of these events that are in blocks. */
export const eventsInBlocks = (host: SqliteHost, numbers: ReadonlyArray<number>): ReadonlyArray<StoredEvent> => {
  const wanted = new Set(numbers)
  const found: Array<StoredEvent> = []
  for (const block of blocksWith<BlockRow>(host, numbers, columns)) {
    for (const { stored } of decodeBlock(block)) if (wanted.has(stored.event)) found.push(stored)
  }
  return found
}

/** Those of these events that are in blocks, with their payloads. */
export const wholeEventsInBlocks = (host: SqliteHost, numbers: ReadonlyArray<number>): ReadonlyArray<WholeEvent> => {
  const wanted = new Set(numbers)
  const found: Array<WholeEvent> = []
  for (const block of blocksWith<WholeBlockRow>(host, numbers, wholeColumns)) {
    for (const placed of decodeBlock(block)) {
      if (wanted.has(placed.stored.event)) found.push(wholeEvent(placed, block.payloads))
    }
  }
  return found
}

/** Those events of an account in blocks that have one of some ids, each given with its range. */
export const eventsWithIds = (
  host: SqliteHost,
  account: number,
  ids: ReadonlyArray<readonly [range: number, id: string]>
): ReadonlyArray<StoredEvent> => {
  const found: Array<StoredEvent> = []
  for (let start = 0; start < ids.length; start += eventsAtOnce) {
    const some = ids.slice(start, start + eventsAtOnce)
    const wanted = new Set(some.map(([, id]) => id))
    const among = eventsOfBlocks(host, withIds, JSON.stringify(some), account)
    found.push(...among.filter(({ id }) => wanted.has(id)))
  }
  return found
}

const forgetKeys = "delete from event_key where account = ? and idempotency_key in (select value from json_each(?))"
const rewrite = "update event_block set last = ?, contents = ?, payloads = ? where last = ?"

/** Removes these events from their blocks. A block with other events is written anew, and ends with the last of those. */
export const removeFromBlocks = (host: SqliteHost, events: ReadonlySet<number>): void => {
  for (const block of blocksWith<WholeBlockRow>(host, [...events], wholeColumns)) {
    const all = decodeBlock(block)
    const left = all.filter(({ stored }) => !events.has(stored.event))
    if (left.length === all.length) continue
    const gone = all.filter(({ stored }) => events.has(stored.event))
    const keys = gone.flatMap(({ stored }) => stored.idempotency_key ?? [])
    if (keys.length > 0) host.run(forgetKeys, block.account, JSON.stringify(keys))
    if (left.length === 0) host.run("delete from event_block where last = ?", block.last)
    else {
      const { contents, payloads } = encodeBlock(left.map((placed) => wholeEvent(placed, block.payloads)))
      host.run(rewrite, left.at(-1)!.stored.event, contents, payloads, block.last)
    }
  }
}
