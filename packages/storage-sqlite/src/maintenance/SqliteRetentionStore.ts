/** Removal of old records on SQLite. */
import { type RecordKind, RetentionStore } from "@sellerkit/core"
import { Clock, Duration, Effect, Layer } from "effect"
import { boundLimit, row, rows, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"
import { recipientState } from "../rows/RecipientState.ts"

interface Aged {
  readonly table: string
  /** The integer that grows with insertion. */
  readonly sequence: string
  /** When the row was written. */
  readonly time: string
}

interface Place {
  readonly sequence: number
  readonly time: number
}

/**
 * The place after which no row was written before a time. Rows are inserted in the order of time, so the place is found by
 * halving, and needs no index. Where a clock was wrong, rows are in another order. The place may then be too far, so the age of
 * each row is looked at as well. Or it may not be far enough, until more rows are old, by as much as the clock was wrong.
 */
const lastBefore = (host: SqliteHost, { sequence, table, time }: Aged, before: number): number => {
  const at = (end: string, ...values: ReadonlyArray<number>) =>
    row<Place>(host, `select ${sequence} as sequence, ${time} as time from ${table} ${end} limit 1`, ...values)
  let low = (at(`order by ${sequence}`)?.sequence ?? 1) - 1
  let high = at(`order by ${sequence} desc`)?.sequence ?? low
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const found = at(`where ${sequence} <= ? order by ${sequence} desc`, middle)
    if (found === undefined || found.time < before) low = middle
    else high = found.sequence - 1
  }
  return low
}

/** Removes rows and gives how many they were. */
const remove = (host: SqliteHost, sql: string, ...values: ReadonlyArray<SqlValue>): number =>
  host.all(`${sql} returning 1`, ...values).length

/** An event is removed with what became of it at each webhook; an event that still waits somewhere stays. */
const removeEvents = (host: SqliteHost, before: number, most: number): number => {
  const leaving = rows<{ event: number }>(
    host,
    `select event from event e where event <= ? and accepted_at < ? and not exists (
       select 1 from json_each(e.webhooks) j join recipient r
         on r.webhook = j.value and r.time = e.time and r.event = e.event
       where r.state = ${recipientState.pending})
     order by event ${boundLimit}`,
    lastBefore(host, { table: "event", sequence: "event", time: "accepted_at" }, before),
    before,
    most
  )
  const keys = JSON.stringify(leaving.map(({ event }) => event))
  host.run(
    `delete from recipient where (webhook, time, event) in
       (select j.value, e.time, e.event
        from json_each(?) l join event e on e.event = l.value join json_each(e.webhooks) j)`,
    keys
  )
  for (const table of ["payload_part", "event"]) {
    host.run(`delete from ${table} where event in (select value from json_each(?))`, keys)
  }
  return leaving.length
}

/** An attempt is recorded when it has ended, so its time may be earlier than that of the row before it. */
const removeAged = (host: SqliteHost, aged: Aged, before: number, most: number): number => {
  const { sequence, table, time } = aged
  return remove(
    host,
    `delete from ${table} where ${sequence} in
       (select ${sequence} from ${table} where ${sequence} <= ? and ${time} < ? order by ${sequence} ${boundLimit})`,
    lastBefore(host, aged, before),
    before,
    most
  )
}

/** Jobs that have ended, and deleted webhooks that no record names any more, with their lanes. */
const removeRemains = (host: SqliteHost, before: number, most: number): number => {
  const jobs = remove(
    host,
    `delete from resend where resend in
       (select resend from resend where ready_at is null and updated_at < ? order by updated_at ${boundLimit})`,
    before,
    most
  )
  const webhooks = rows<{ webhook: number }>(
    host,
    `select webhook from webhook w where deleted_at < ?
       and not exists (select 1 from recipient r where r.webhook = w.webhook)
       and not exists (select 1 from delivery d where d.webhook = w.webhook)
       and not exists (select 1 from resend j where j.webhook = w.webhook)
     order by deleted_at ${boundLimit}`,
    before,
    most - jobs
  )
  const keys = JSON.stringify(webhooks.map(({ webhook }) => webhook))
  for (const table of ["lane", "webhook"]) {
    host.run(`delete from ${table} where webhook in (select value from json_each(?))`, keys)
  }
  return jobs + webhooks.length
}

const removals: Readonly<Record<RecordKind, (host: SqliteHost, before: number, most: number) => number>> = {
  events: removeEvents,
  deliveries: (host, before, most) =>
    removeAged(host, { table: "delivery", sequence: "delivery", time: "time" }, before, most),
  remains: removeRemains
}

export const layer: Layer.Layer<RetentionStore, never, SqliteDatabase> = Layer.effect(
  RetentionStore,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    return RetentionStore.of({
      remove: (kind, age, most) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("RetentionStore.remove", (host) => removals[kind](host, now - Duration.toMillis(age), most))
        )
    })
  })
)
