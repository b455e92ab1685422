/** Writes the log of successes, and applies it: attempts and what became of events as rows that any process understands. */
import { rows } from "../connection/SqliteHost.ts"
import { insertDelivery, noteOldestAttempt } from "../stored/Deliveries.ts"
import { writeDelivered } from "../stored/Recipients.ts"
import type { CarryingHost } from "./CarriedLanes.ts"
import { type LogEntry, newEntry, type Success } from "./SuccessLog.ts"

// our choice: so many events are applied at once where the log is full, as many as a commit is about.
const eventsAtOnce = 1024

/** As the log has it. */
type Logged = readonly [
  webhook: number,
  gatheredBy: number | null,
  id: string,
  time: number,
  responseCode: number | null,
  events: ReadonlyArray<readonly [event: number, time: number, bytes: number]>
]

const toLogged = ({ delivery, events, gatheredBy, webhook }: Success): Logged => [
  webhook,
  gatheredBy,
  delivery.id,
  delivery.time,
  delivery.responseCode ?? null,
  events.map(({ bytes, event, time }) => [event, time, bytes])
]

const fromLogged = ([webhook, gatheredBy, id, time, responseCode, events]: Logged): Success => ({
  webhook,
  gatheredBy,
  delivery: { id, time, success: true, ...(responseCode === null ? undefined : { responseCode }) },
  events: events.map(([event, at, bytes]) => ({ event, time: at, bytes }))
})

/** Those that are settled together. What was applied on the way needs no row. */
export const writeEntry = (
  host: CarryingHost,
  entry: LogEntry,
  successes: ReadonlyArray<Success>,
  now: number
): void => {
  if (entry.unapplied === 0) return
  const written = JSON.stringify(successes.map(toLogged))
  entry.number = host.insert("insert into success_log (at, successes) values (?, ?)", now, written)
  host.successes.written(entry)
}

/** What the process before this one left in the log, so that it can be applied. */
export const readLog = (host: CarryingHost): void => {
  const found = rows<{ number: number; successes: string }>(
    host,
    "select number, successes from success_log order by number"
  )
  for (const { number, successes } of found) {
    const entry: LogEntry = { ...newEntry(), number }
    for (const logged of JSON.parse(successes) as ReadonlyArray<Logged>) host.successes.add(entry, fromLogged(logged))
    host.successes.written(entry)
  }
}

const applyOf = (host: CarryingHost, webhook: number): number => {
  let applied = 0
  let oldest = Number.POSITIVE_INFINITY
  for (const { delivery, events, gatheredBy } of host.successes.take(webhook)) {
    applied += events.length
    // A row of the log may have been applied in part when the process ended.
    if (!insertDelivery(host, { webhook, gatheredBy }, delivery, events)) continue
    writeDelivered(host, { webhook, gatheredBy }, events, delivery.time)
    oldest = Math.min(oldest, delivery.time)
  }
  if (oldest < Number.POSITIVE_INFINITY) noteOldestAttempt(host, webhook, oldest)
  return applied
}

const removeApplied = (host: CarryingHost): void => {
  for (const number of host.successes.takeApplied()) host.run("delete from success_log where number = ?", number)
}

/** Those of a webhook. */
export const applySuccessesOf = (host: CarryingHost, webhook: number): void => {
  if (applyOf(host, webhook) > 0) removeApplied(host)
}

/** All of them, in the order in which their rows stand. */
export const applySuccesses = (host: CarryingHost): void => {
  if (!host.successes.areAny) return
  for (const webhook of [...host.successes.webhooks].toSorted((one, other) => one - other)) applyOf(host, webhook)
  removeApplied(host)
}

/** Some of them, where there are as many as are kept. */
export const applyOldest = (host: CarryingHost): void => {
  if (!host.successes.isFull) return
  let applied = 0
  for (const webhook of host.successes.webhooks) {
    applied += applyOf(host, webhook)
    if (applied >= eventsAtOnce) break
  }
  removeApplied(host)
}
