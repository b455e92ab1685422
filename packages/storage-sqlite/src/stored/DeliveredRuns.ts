/**
 * What one request delivered to a webhook, in one row: a run of events. Each of them was delivered at its first attempt, and has no
 * recipient. Runs of a webhook do not overlap in the order of time, so that pages are read from one to the next.
 */
import { row, type SqliteHost } from "../connection/SqliteHost.ts"
import { compareKeys, type EventKey } from "./StoredEvent.ts"

/** `bytes`: of its payload. */
export interface DeliveredEvent extends EventKey {
  readonly bytes: number
}

interface DeliveredRun {
  readonly attemptAt: number
  /** In the order of time. */
  readonly events: ReadonlyArray<DeliveredEvent>
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

const insert = (host: SqliteHost, webhook: number, { attemptAt, events }: DeliveredRun): void => {
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

/** False where it would overlap with another one. */
export const insertRun = (
  host: SqliteHost,
  webhook: number,
  attemptAt: number,
  events: ReadonlyArray<DeliveredEvent>
): boolean => {
  const ordered = events.toSorted(compareKeys)
  const last = ordered.at(-1)!
  const before = row<EventKey>(
    host,
    `select last_time as time, last_event as event ${lastBegun}`,
    webhook,
    last.time,
    last.event
  )
  if (before !== undefined && compareKeys(before, ordered[0]!) >= 0) return false
  insert(host, webhook, { attemptAt, events: ordered })
  return true
}

/** What a run says of an event. */
export interface InRun {
  readonly attemptAt: number
  readonly bytes: number
}

/** Gives a function that looks up what runs say of events. It costs least where those of a webhook that are close in time come together. */
export const runLookup = (host: SqliteHost): ((webhook: number, key: EventKey) => InRun | undefined) => {
  let known: { readonly webhook: number; readonly events: ReadonlyMap<number, InRun> } | undefined
  const inRun = (webhook: number, event: number): InRun | undefined =>
    known?.webhook === webhook ? known.events.get(event) : undefined
  return (webhook, { event, time }) => {
    const found = inRun(webhook, event)
    if (found !== undefined) return found
    const stored = row<RunRow>(host, `select ${runColumns} ${lastBegun}`, webhook, time, event)
    if (stored === undefined) return undefined
    const { attemptAt, events } = decodeRun(stored)
    known = { webhook, events: new Map(events.map(({ bytes, event: number }) => [number, { attemptAt, bytes }])) }
    return inRun(webhook, event)
  }
}

/** Takes events out of the runs of a webhook: those that are in one. */
export const takeFromRuns = (
  host: SqliteHost,
  webhook: number,
  keys: ReadonlyArray<EventKey>
): ReadonlyArray<DeliveredEvent & InRun> => {
  const wanted = new Set(keys.map(({ event }) => event))
  const taken: Array<DeliveredEvent & InRun> = []
  for (const { event, time } of keys) {
    if (!wanted.has(event)) continue
    const stored = row<RunRow>(host, `select ${runColumns} ${lastBegun}`, webhook, time, event)
    if (stored === undefined) continue
    const { attemptAt, events } = decodeRun(stored)
    const left = events.filter((one) => !wanted.has(one.event))
    if (left.length === events.length) continue
    for (const one of events) if (wanted.delete(one.event)) taken.push({ ...one, attemptAt })
    host.run(
      "delete from delivered_run where webhook = ? and time = ? and event = ?",
      webhook,
      stored.time,
      stored.event
    )
    if (left.length > 0) insert(host, webhook, { attemptAt, events: left })
  }
  return taken
}

const nextBegun = "from delivered_run where webhook = ? and (time, event) > (?, ?) order by time, event limit 1"

/** The runs that end behind a place, in the order of time. */
function* runsAfter(host: SqliteHost, webhook: number, place: EventKey): Iterable<DeliveredRun> {
  let run = row<RunRow>(host, `select ${runColumns} ${lastBegun}`, webhook, place.time, place.event)
  if (run !== undefined) yield decodeRun(run)
  do {
    const { event, time } = run ?? place
    run = row<RunRow>(host, `select ${runColumns} ${nextBegun}`, webhook, time, event)
    if (run !== undefined) yield decodeRun(run)
  } while (run !== undefined)
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
export function* deliveredAfter(host: SqliteHost, webhook: number, place: EventKey): Iterable<DeliveredEvent> {
  for (const { events } of runsAfter(host, webhook, place)) {
    yield* events.filter((event) => compareKeys(event, place) > 0)
  }
}

/** What runs have delivered to a webhook before a place, against the order of time. */
export function* deliveredBefore(host: SqliteHost, webhook: number, place: EventKey): Iterable<DeliveredEvent> {
  for (const { events } of runsBefore(host, webhook, place)) {
    yield* events.filter((event) => compareKeys(event, place) < 0).toReversed()
  }
}
