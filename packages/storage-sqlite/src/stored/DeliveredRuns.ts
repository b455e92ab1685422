/**
 * What one request delivered to a webhook, in one row: a run of events. Each of them was delivered at its first attempt, and has no
 * recipient. Runs of a webhook do not overlap in the order of time, so that pages are read from one to the next.
 */
import { row, type SqliteHost } from "../connection/SqliteHost.ts"
import { compareKeys, type EventKey, type SizedKey } from "./StoredEvent.ts"

interface DeliveredRun {
  readonly attemptAt: number
  /** In the order of time. */
  readonly events: ReadonlyArray<SizedKey>
}

/** Each event as how much its number and its time are above those of the first one, and the bytes of its payload. */
type Entries = ReadonlyArray<readonly [event: number, time: number, bytes: number]>

interface RunRow {
  readonly time: number
  readonly event: number
  readonly attempt_at: number
  readonly events: string
}

const runColumns = "time, event, attempt_at, events"

const decodeRun = ({ attempt_at, event, events, time }: RunRow): DeliveredRun => ({
  attemptAt: attempt_at,
  events: (JSON.parse(events) as Entries).map(([aboveEvent, aboveTime, bytes]) => ({
    event: event + aboveEvent,
    time: time + aboveTime,
    bytes
  }))
})

/** `events`: as `behindRuns` gives them. */
export const insertRun = (host: SqliteHost, webhook: number, { attemptAt, events }: DeliveredRun): void => {
  const first = events[0]!
  const last = events.at(-1)!
  const entries: Entries = events.map(({ bytes, event, time }) => [event - first.event, time - first.time, bytes])
  host.run(
    `insert into delivered_run (webhook, time, event, last_time, last_event, attempt_at, events)
     values (?, ?, ?, ?, ?, ?, ?)`,
    webhook,
    first.time,
    first.event,
    last.time,
    last.event,
    attemptAt,
    JSON.stringify(entries)
  )
}

/** Of the runs that begin at a place or before it, the last one. */
const lastBegun = `from delivered_run where webhook = ? and (time, event) <= (?, ?) order by time desc, event desc limit 1`

const nextBegun = "from delivered_run where webhook = ? and (time, event) > (?, ?) order by time, event limit 1"

const lastEnd = `select last_time as time, last_event as event ${lastBegun}`

/** Those of some events, in the order of time, that may be a run: the ones behind all runs that begin before the last of them. */
export const behindRuns = <Key extends EventKey>(
  host: SqliteHost,
  webhook: number,
  events: ReadonlyArray<Key>
): ReadonlyArray<Key> => {
  const { event, time } = events.at(-1)!
  const end = row<EventKey>(host, lastEnd, webhook, time, event)
  return end === undefined ? events : events.filter((key) => compareKeys(key, end) > 0)
}

/** What a run says of an event. */
export interface InRun {
  readonly attemptAt: number
  readonly bytes: number
}

/** Those events that are in runs of a webhook, run by run. Each run is read once, and may be changed then. */
function* runsWith(
  host: SqliteHost,
  webhook: number,
  keys: ReadonlyArray<EventKey>
): Iterable<DeliveredRun & { readonly stored: RunRow; readonly wanted: ReadonlySet<number> }> {
  const ordered = keys.toSorted(compareKeys)
  let at = 0
  while (at < ordered.length) {
    const { event, time } = ordered[at]!
    const stored = row<RunRow>(host, `select ${runColumns} ${lastBegun}`, webhook, time, event)
    const next = row<EventKey>(host, `select time, event ${nextBegun}`, webhook, time, event)
    const isBefore = (key: EventKey): boolean => next === undefined || compareKeys(key, next) < 0
    // What stands before the next run can be in this one only.
    const wanted = new Set<number>()
    while (at < ordered.length && isBefore(ordered[at]!)) {
      wanted.add(ordered[at]!.event)
      at++
    }
    if (stored !== undefined) yield { ...decodeRun(stored), stored, wanted }
  }
}

/** What runs say of some events at a webhook, by their numbers. */
export const findInRuns = (
  host: SqliteHost,
  webhook: number,
  keys: ReadonlyArray<EventKey>
): ReadonlyMap<number, InRun> => {
  const found = new Map<number, InRun>()
  for (const { attemptAt, events, wanted } of runsWith(host, webhook, keys)) {
    for (const { bytes, event } of events) if (wanted.has(event)) found.set(event, { attemptAt, bytes })
  }
  return found
}

/** Removes events from the runs of a webhook, and gives those that were in one. */
export const takeFromRuns = (
  host: SqliteHost,
  webhook: number,
  keys: ReadonlyArray<EventKey>
): ReadonlyArray<SizedKey & InRun> => {
  const taken: Array<SizedKey & InRun> = []
  for (const { attemptAt, events, stored, wanted } of runsWith(host, webhook, keys)) {
    const left = events.filter(({ event }) => !wanted.has(event))
    if (left.length === events.length) continue
    for (const one of events) if (wanted.has(one.event)) taken.push({ ...one, attemptAt })
    const { event, time } = stored
    host.run("delete from delivered_run where webhook = ? and time = ? and event = ?", webhook, time, event)
    if (left.length > 0) insertRun(host, webhook, { attemptAt, events: left })
  }
  return taken
}

/** The runs that may have something behind a place, in the order of time. */
function* runsAfter(host: SqliteHost, webhook: number, place: EventKey): Iterable<DeliveredRun> {
  const first = (which: string, { event, time }: EventKey) =>
    row<RunRow>(host, `select ${runColumns} ${which}`, webhook, time, event)
  for (let run = first(lastBegun, place) ?? first(nextBegun, place); run !== undefined; run = first(nextBegun, run)) {
    yield decodeRun(run)
  }
}

/** The runs that begin before a place, against the order of time. */
function* runsBefore(host: SqliteHost, webhook: number, { event, time }: EventKey): Iterable<DeliveredRun> {
  let place = { time, event: event - 1 }
  for (;;) {
    const run = row<RunRow>(host, `select ${runColumns} ${lastBegun}`, webhook, place.time, place.event)
    if (run === undefined) return
    yield decodeRun(run)
    place = { time: run.time, event: run.event - 1 }
  }
}

/** What runs have delivered to a webhook behind a place, in the order of time. */
export function* deliveredAfter(host: SqliteHost, webhook: number, place: EventKey): Iterable<SizedKey> {
  for (const { events } of runsAfter(host, webhook, place)) {
    yield* events.filter((event) => compareKeys(event, place) > 0)
  }
}

/** What runs have delivered to a webhook before a place, against the order of time. */
export function* deliveredBefore(host: SqliteHost, webhook: number, place: EventKey): Iterable<SizedKey> {
  for (const { events } of runsBefore(host, webhook, place)) {
    yield* events.filter((event) => compareKeys(event, place) < 0).toReversed()
  }
}
