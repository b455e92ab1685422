/** Removal of old records on SQLite. */
import { type RecordKind, RetentionStore } from "@sellerkit/core"
import { Clock, Duration, Effect, Layer } from "effect"
import { boundLimit, row, rows, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"
import { noteLastSuccess } from "../lanes/LastSuccess.ts"
import { type AttemptPlace, attemptPlaces } from "../rows/AttemptPlaces.ts"
import { firstKeys } from "../rows/MergedKeys.ts"
import { recipientState } from "../rows/RecipientState.ts"
import type { RecordRange } from "../rows/RecordRanges.ts"

interface Accepted {
  readonly event: number
  readonly accepted_at: number
}

/**
 * The number after which no event was accepted before a time. Events are inserted in the order of time, so the number is found by
 * halving, and needs no index. Where a clock was wrong, events are in another order. The number may then be too great, so the age
 * of each event is looked at as well. Or it may not be great enough, until more events are old, by as much as the clock was wrong.
 */
const lastBefore = (host: SqliteHost, before: number): number => {
  const at = (end: string, ...values: ReadonlyArray<number>) =>
    row<Accepted>(host, `select event, accepted_at from event ${end} limit 1`, ...values)
  let low = (at("order by event")?.event ?? 1) - 1
  let high = at("order by event desc")?.event ?? low
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const found = at("where event <= ? order by event desc", middle)
    if (found === undefined || found.accepted_at < before) low = middle
    else high = found.event - 1
  }
  return low
}

/** Removes rows and gives how many they were. */
const remove = (host: SqliteHost, sql: string, ...values: ReadonlyArray<SqlValue>): number =>
  host.all(`${sql} returning 1`, ...values).length

/** An event is removed with what became of it at each webhook; an event that still waits somewhere, or is carried, stays. */
const removeEvents = (host: SqliteHost, before: number, most: number): number => {
  const leaving = rows<{ event: number }>(
    host,
    `select event from event e where event <= ? and accepted_at < ? and not exists (
       select 1 from json_each(e.webhooks) j left join recipient r
         on r.webhook = j.value and r.time = e.time and r.event = e.event
       where r.state = ${recipientState.pending} or (r.state is null and e.event >= (select event from carried_from)))
     order by event ${boundLimit}`,
    lastBefore(host, before),
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
  const last = leaving.at(-1)?.event
  if (last !== undefined) host.run("update removed set event = max(event, ?)", last)
  return leaving.length
}

/** Lanes know how old their oldest attempts are. Those that come first are merged, so that the oldest go first. */
const removeAttempts = (host: SqliteHost, before: number, most: number): number => {
  const ranges = rows<{ webhook: number }>(
    host,
    `select webhook from lane where oldest_attempt_at < ? order by oldest_attempt_at ${boundLimit}`,
    before,
    most
  ).map(({ webhook }): RecordRange => ({ column: "webhook", value: webhook }))
  const page = { direction: "newer", to: Math.ceil(before) - 1, limit: most - 1 } as const
  const leaving = firstKeys<AttemptPlace>(host, attemptPlaces, ranges, page)
  const webhooks = [...new Set(leaving.map(({ webhook }) => webhook))]
  noteLastSuccess(host, webhooks)
  host.run(
    "delete from delivery where id in (select value from json_each(?))",
    JSON.stringify(leaving.map(({ sequence }) => sequence))
  )
  host.run(
    `update lane set oldest_attempt_at =
       (select d.time from delivery d where d.webhook = lane.webhook order by d.time limit 1)
     where webhook in (select value from json_each(?))`,
    JSON.stringify(webhooks)
  )
  return leaving.length
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
  deliveries: removeAttempts,
  remains: removeRemains
}

export const layer: Layer.Layer<RetentionStore, never, SqliteDatabase> = Layer.effect(
  RetentionStore,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    return RetentionStore.of({
      remove: (kind, age, most) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.writeApart("RetentionStore.remove", (host) =>
            removals[kind](host, now - Duration.toMillis(age), most)
          )
        )
    })
  })
)
