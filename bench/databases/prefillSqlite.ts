/** Fills an SQLite database with history and with events that wait, in SQL: a service would take hours for millions of them. */
import { DatabaseSync } from "node:sqlite"
import { filledPayload, historyTime } from "./historyRecord.ts"

const hour = 3600_000
export interface Prefill {
  readonly file: string
  /** Ids of webhooks of the database, which take turns. */
  readonly webhooks: ReadonlyArray<string>
  readonly events: number
}

/** Places from `first` to `last`, their times and ids, and the webhooks that take turns. Parameters 1 to 5. */
const source = `with recursive place (i) as (select ?1 union all select i + 1 from place where i < ?2),
  timed (i, time) as (select i, ?3 + i * ?4 / ?5 from place),
  source (i, time, id, webhook, gathered_by, account) as (
    select i, time,
      printf('%08x-%04x-7000-8000-%012x', time >> 16, time & 65535, i), webhook, gathered_by, account
    from timed join target on target.place = i % (select count(*) from target))`

const insertEvents = `insert into event (event, id, account, time, accepted_at, scope, type, test, payload, webhooks, enabled_webhooks)
  ${source} select i, id, account, time, time, 'content', 'card_changed', 0, ?6, '[' || webhook || ']', 1 from source`

const insertDelivered = `insert into recipient (webhook, time, event, gathered_by, bytes, state, attempts, due_at, deliveries)
  ${source} select webhook, time, i, gathered_by, 100, 1, 1, time, time || ',' from source`

const insertDeliveries = `insert into delivery (id, webhook, gathered_by, time, success, response_code, events)
  ${source} select id, webhook, gathered_by, time, 1, 200, '[' || i || ']' from source`

const noteOldestAttempts = `update lane set oldest_attempt_at =
  (select d.time from delivery d where d.webhook = lane.webhook order by d.time limit 1)
  where webhook in (select webhook from target)`

const insertPending = `insert into recipient (webhook, time, event, gathered_by, bytes, attempts, due_at)
  ${source} select webhook, time, i, gathered_by, 100, 3, time from source`

/** Their receivers have been down, and are tried again in an hour. */
const makeWait = `update lane set ready_at = ?1, wait_until = ?1, failures = 12, failing_since = ?2, batch_size = 1
  where webhook in (select webhook from target)`

// Rows per transaction.
const chunk = 100_000

const openForFilling = ({ file, webhooks }: Prefill): DatabaseSync => {
  const database = new DatabaseSync(file)
  // Nothing is lost when this is interrupted: the database is only just being made.
  database.exec("pragma synchronous = off; pragma cache_size = -1000000")
  database.exec(
    "create temp table target (place integer primary key, webhook integer, gathered_by integer, account integer)"
  )
  database
    .prepare(
      `insert into target select j.key, w.webhook, w.gathered_by, o.account from json_each(?) j
       join webhook w on w.id = j.value join owner o on o.owner = w.owner`
    )
    .run(JSON.stringify(webhooks))
  return database
}

const fill = (database: DatabaseSync, statements: ReadonlyArray<string>, { events }: Prefill, end: number): void => {
  const { most } = database.prepare("select coalesce(max(event), 0) as most from event").get() as { most: number }
  for (let first = most + 1; first <= most + events; first += chunk) {
    const last = Math.min(first + chunk - 1, most + events)
    database.exec("begin")
    for (const sql of statements) {
      // Whole numbers, so that SQL divides them as such.
      const parameters = [first, last, end - historyTime, historyTime, most + events].map(BigInt)
      database.prepare(sql).run(...parameters, ...(sql.includes("?6") ? [filledPayload] : []))
    }
    database.exec("commit")
  }
}

/** Each event delivered at the first attempt. `end` is the time of the last one. */
export const prefillHistory = (prefill: Prefill, end: number): void => {
  const database = openForFilling(prefill)
  fill(database, [insertEvents, insertDelivered, insertDeliveries], prefill, end)
  database.exec(noteOldestAttempts)
  database.close()
}

/** Each event waiting for a webhook whose receiver is down. */
export const prefillPending = (prefill: Prefill, end: number): void => {
  const database = openForFilling(prefill)
  fill(database, [insertEvents, insertPending], prefill, end)
  database.prepare(makeWait).run(Date.now() + hour, Date.now() - hour)
  database.close()
}
