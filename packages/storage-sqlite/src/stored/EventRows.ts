/** Events that have a row of their own. */
import { rows, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"
import { mayContinue, partsOf } from "./Payloads.ts"
import type { StoredEvent, WholeEvent } from "./StoredEvent.ts"

const insertEvent = `insert into event (event, id, account, idempotency_key, time, scope, type, test, payload, webhooks, enabled_webhooks,
    accepted_at, traceparent)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

export const insertRow = (host: SqliteHost, event: WholeEvent): void => {
  const [payload, ...others] = partsOf(event.payload)
  host.run(
    insertEvent,
    event.event,
    event.id,
    event.account,
    event.idempotency_key,
    event.time,
    event.scope,
    event.type,
    event.test,
    payload,
    event.webhooks,
    event.enabled_webhooks,
    event.accepted_at,
    event.traceparent
  )
  for (const [number, text] of others.entries()) {
    host.run("insert into payload_part (event, part, text) values (?, ?, ?)", event.event, number, text)
  }
}

/** Of events `e`. */
const eventColumns = `e.event, e.id, e.account, e.idempotency_key, e.time, e.scope, e.type, e.test, e.accepted_at, e.webhooks,
  e.enabled_webhooks, e.traceparent`

const whole = (host: SqliteHost, stored: WholeEvent): WholeEvent => {
  if (!mayContinue(stored.payload)) return stored
  const sql = "select text from payload_part where event = ? order by part"
  const others = rows<{ text: string }>(host, sql, stored.event)
  return { ...stored, payload: stored.payload + others.map(({ text }) => text).join("") }
}

/** `from`: where events `e` are, and which. */
export const eventRows = (
  host: SqliteHost,
  from: string,
  ...parameters: ReadonlyArray<SqlValue>
): ReadonlyArray<StoredEvent> => rows<StoredEvent>(host, `select ${eventColumns} from ${from}`, ...parameters)

/** With all of their payloads. */
export const wholeRows = (
  host: SqliteHost,
  from: string,
  ...parameters: ReadonlyArray<SqlValue>
): ReadonlyArray<WholeEvent> =>
  rows<WholeEvent>(host, `select ${eventColumns}, e.payload from ${from}`, ...parameters).map((stored) =>
    whole(host, stored)
  )

/** Those that have a row of their own. */
export const removeRows = (host: SqliteHost, events: ReadonlyArray<number>): void => {
  const keys = JSON.stringify(events)
  for (const table of ["payload_part", "event"]) {
    host.run(`delete from ${table} where event in (select value from json_each(?))`, keys)
  }
}
