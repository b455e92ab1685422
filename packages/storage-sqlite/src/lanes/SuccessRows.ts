/** Writes the log of successes, and applies it: attempts and what became of events as rows that any process understands. */
import { rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { insertDelivery } from "../stored/Deliveries.ts"
import { findRecipients, type RecipientKey, writeDelivered } from "../stored/Recipients.ts"
import { findEvents } from "../stored/StoredEvents.ts"
import type { CarryingHost } from "./CarriedLanes.ts"
import { noteOldestAttempt } from "./Lanes.ts"
import { type LogEntry, newEntry, type Success } from "./SuccessLog.ts"

// our choice: so many events are applied at once where the log is full, as many as a commit is about.
const eventsAtOnce = 1024

/** As the log has it. */
type LoggedSuccess = readonly [
  webhook: number,
  gatheredBy: number | null,
  id: string,
  time: number,
  responseCode: number | null,
  events: ReadonlyArray<readonly [event: number, time: number, bytes: number]>
]

const toLogged = ({ delivery, events, gatheredBy, webhook }: Success): LoggedSuccess => [
  webhook,
  gatheredBy,
  delivery.id,
  delivery.time,
  delivery.responseCode ?? null,
  events.map(({ bytes, event, time }) => [event, time, bytes])
]

const fromLogged = ([webhook, gatheredBy, id, time, responseCode, events]: LoggedSuccess): Success => ({
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
}

/**
 * The numbers of events at webhooks that have no rows, as `webhook event`. What was applied may have lost its attempt since, and the event
 * itself may be gone: both are removed for their age.
 */
const unappliedOf = (host: SqliteHost, keys: ReadonlyArray<RecipientKey>): ReadonlySet<string> => {
  const found = findRecipients(host, keys)
  const others = keys.filter((_, place) => found[place] === undefined)
  const stored = findEvents(host, [...new Set(others.map(({ event }) => event))])
  return new Set(others.flatMap(({ event, webhook }) => (stored.has(event) ? `${webhook} ${event}` : [])))
}

/** What the process before this one left in the log, so that it can be applied. A row of it may have been applied in part. */
export const readLog = (host: CarryingHost): void => {
  const entries = rows<{ number: number; successes: string }>(
    host,
    "select number, successes from success_log order by number"
  ).map(({ number, successes }) => ({
    entry: { ...newEntry(), number },
    successes: (JSON.parse(successes) as ReadonlyArray<LoggedSuccess>).map(fromLogged)
  }))
  const keys = entries.flatMap(({ successes }) =>
    successes.flatMap(({ events, webhook }) => events.map(({ event, time }) => ({ webhook, event, time })))
  )
  const unapplied = unappliedOf(host, keys)
  for (const { entry, successes } of entries) {
    for (const success of successes) {
      const events = success.events.filter(({ event }) => unapplied.has(`${success.webhook} ${event}`))
      if (events.length > 0) host.successes.add(entry, { ...success, events })
    }
    if (entry.unapplied === 0) host.successes.addApplied(entry)
  }
}

const applyOf = (host: CarryingHost, webhook: number, mostEvents?: number): number => {
  let applied = 0
  let oldest = Number.POSITIVE_INFINITY
  for (const { delivery, events, gatheredBy } of host.successes.take(webhook, mostEvents)) {
    applied += events.length
    insertDelivery(host, { webhook, gatheredBy }, delivery, events)
    writeDelivered(host, { webhook, gatheredBy }, events, delivery.time)
    oldest = Math.min(oldest, delivery.time)
  }
  if (oldest < Number.POSITIVE_INFINITY) host.run(noteOldestAttempt, oldest, webhook, oldest)
  return applied
}

const removeApplied = (host: CarryingHost): void => {
  for (const number of host.successes.takeApplied()) host.run("delete from success_log where number = ?", number)
}

/** Those of a webhook. */
export const applySuccessesOf = (host: CarryingHost, webhook: number): void => {
  applyOf(host, webhook)
  removeApplied(host)
}

/** All of them, in the order in which their rows stand. */
export const applySuccesses = (host: CarryingHost): void => {
  for (const webhook of [...host.successes.webhooks].toSorted((one, other) => one - other)) applyOf(host, webhook)
  removeApplied(host)
}

/**
 * Applies some, where the log is full, in a transaction of its own, which nobody waits for. If it fails, they stay in the log: it is
 * tried again after the next commit, and as soon as the log has twice as much, nothing more is logged.
 */
export const relieveLog = (host: CarryingHost): void => {
  if (!host.successes.isFull) return
  const apply = () => {
    let left = eventsAtOnce
    for (const webhook of host.successes.webhooks) {
      left -= applyOf(host, webhook, left)
      if (left <= 0) break
    }
    removeApplied(host)
  }
  try {
    host.transaction(apply)
  } catch {
    // It says nothing about a write that somebody waits for.
  }
}
