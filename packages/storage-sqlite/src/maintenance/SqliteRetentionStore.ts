/** Removal of old records on SQLite. */
import { type RecordKind, RetentionStore } from "@sellerkit/core"
import { Clock, Duration, Effect, Layer } from "effect"
import { boundLimit, row, rows, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"
import { markAt } from "../lanes/CarriedRows.ts"
import { noteLastSuccess } from "../lanes/LastSuccess.ts"
import { type AttemptPlace, attemptPlaces } from "../rows/AttemptPlaces.ts"
import { firstKeys } from "../rows/MergedKeys.ts"
import type { RecordRange } from "../rows/RecordRanges.ts"
import { removeFromBlocks } from "../stored/EventBlocks.ts"
import { removeRows } from "../stored/EventRows.ts"
import { type RecipientKey, removeRecipients, withRecipients, type WithRecipients } from "../stored/Recipients.ts"
import { recipientState } from "../stored/RecipientState.ts"
import type { StoredEvent } from "../stored/StoredEvent.ts"
import { eventsFrom } from "../stored/StoredEvents.ts"

/** An event, or the last one of a block. */
interface Accepted {
  readonly number: number
  readonly accepted_at: number
}

/** The last one up to a number, and the first one of all. */
const lastUpTo = (host: SqliteHost, most: number): Accepted | undefined =>
  row<Accepted>(
    host,
    `select number, accepted_at from (
       select * from (select event as number, accepted_at from event where event <= ? order by event desc limit 1)
       union all
       select * from (select last as number, accepted_at from event_block where last <= ? order by last desc limit 1))
     order by number desc limit 1`,
    most,
    most
  )

const firstNumber = (host: SqliteHost): number | undefined =>
  row<{ first: number | null }>(
    host,
    "select min(first) as first from (select min(event) as first from event union all select min(last) from event_block)"
  )?.first ?? undefined

/**
 * The number after which no event was accepted before a time. Events are inserted in the order of time, so the number is found by
 * halving, and needs no index. Where a clock was wrong, events are in another order. The number may then be too great, so the age
 * of each event is looked at as well. Or it may not be great enough, until more events are old, by as much as the clock was wrong.
 */
const lastBefore = (host: SqliteHost, before: number): number => {
  let low = (firstNumber(host) ?? 1) - 1
  let high = lastUpTo(host, Number.MAX_SAFE_INTEGER)?.number ?? low
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const found = lastUpTo(host, middle)
    if (found === undefined || found.accepted_at < before) low = middle
    else high = found.number - 1
  }
  return low
}

/** Removes rows and gives how many they were. */
const remove = (host: SqliteHost, sql: string, ...values: ReadonlyArray<SqlValue>): number =>
  host.all(`${sql} returning 1`, ...values).length

/** Whether an event still waits somewhere, or is carried. `mark`: events with lower numbers are not carried. */
const isNeeded = ({ recipients, stored }: WithRecipients, mark: number): boolean =>
  recipients.some(([, one]) => (one === undefined ? stored.event >= mark : one.state === recipientState.pending))

function* oldEvents(host: SqliteHost, before: number): Iterable<StoredEvent> {
  const end = lastBefore(host, before)
  for (const stored of eventsFrom(host, 0)) {
    if (stored.event > end) return
    if (stored.accepted_at < before) yield stored
  }
}

// our choice: so many recipients, and those of one more event, are looked at together.
const recipientsAtOnce = 20_000

/** Gives how many were removed: none where there is nothing to remove. */
const removeSome = (host: SqliteHost, before: number, most: number): number => {
  const mark = markAt(host)
  const numbers: Array<number> = []
  const keys: Array<RecipientKey> = []
  for (const found of withRecipients(host, oldEvents(host, before), { runsFrom: mark })) {
    if (numbers.length === most || keys.length > recipientsAtOnce) break
    if (isNeeded(found, mark)) continue
    numbers.push(found.stored.event)
    for (const [key] of found.recipients) keys.push(key)
  }
  removeRecipients(host, keys)
  removeRows(host, numbers)
  removeFromBlocks(host, new Set(numbers))
  const last = numbers.at(-1)
  if (last !== undefined) host.run("update removed set event = max(event, ?)", last)
  return numbers.length
}

/** An event is removed with what became of it at each webhook; an event that still waits somewhere, or is carried, stays. */
const removeEvents = (host: SqliteHost, before: number, most: number): number => {
  let removed = 0
  while (removed < most) {
    const some = removeSome(host, before, most - removed)
    if (some === 0) break
    removed += some
  }
  return removed
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
       and not exists (select 1 from delivered_run r where r.webhook = w.webhook)
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
