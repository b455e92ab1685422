/** Attempts on SQLite. */
import {
  type Account,
  type Delivery,
  DeliveryLog,
  type EventId,
  type HourOfDeliveries,
  type TimePageRequest,
  type WebhookId
} from "@sellerkit/core"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { row, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"
import { type AttemptPlace, attemptPlaces } from "../rows/AttemptPlaces.ts"
import { firstKeys } from "../rows/MergedKeys.ts"
import { findAccount, findOwner, ownersOf } from "../rows/Owners.ts"
import { rangesOf, rangesSeen, type RecordRange } from "../rows/RecordRanges.ts"
import { deliveryColumns, type DeliveryRow, toDelivery } from "../rows/Rows.ts"
import { type Recipient, recipientsOfOwners } from "../stored/Recipients.ts"
import { findEvent } from "../stored/StoredEvents.ts"

const one = `select ${deliveryColumns} from delivery d join webhook w on w.webhook = d.webhook`

/**
 * The condition is a text and not a parameter, so that failures are found in an index of their own. Successes are found among all
 * attempts: few in a row can have failed, because a webhook waits after each failure, and is disabled after some.
 */
const endedSo = (success: boolean | undefined): string =>
  success === undefined ? "" : `and success = ${success ? 1 : 0}`

const page = (
  host: SqliteHost,
  ranges: ReadonlyArray<RecordRange>,
  request: TimePageRequest,
  success?: boolean
): ReadonlyArray<Delivery> => {
  const found = firstKeys<AttemptPlace>(host, { ...attemptPlaces, condition: endedSo(success) }, ranges, request)
  const sql = `select ${deliveryColumns} from json_each(?) j
    join delivery d on d.webhook = j.value ->> 0 and d.time = j.value ->> 1 and d.id = j.value ->> 2
    join webhook w on w.webhook = d.webhook order by j.key`
  const asked = found.map(({ sequence, time, webhook }) => [webhook, time, sequence])
  return rows<DeliveryRow>(host, sql, JSON.stringify(asked)).map(toDelivery)
}

/** Times of attempts at a webhook, each followed by a comma, as those that carried an event. */
const attemptsWith = `select ${deliveryColumns} from json_each(?) j
  join delivery d on d.webhook = j.value ->> 0
    and d.time in (select value from json_each('[' || rtrim(j.value ->> 1, ',') || ']'))
  join webhook w on w.webhook = d.webhook
  where ? in (select value from json_each(d.events))`

// our choice: in units of UTF-16, of which a Durable Object takes two millions.
const mostTimes = 500_000

/** Some at a time, so that the times of their attempts fit into a text. */
function* chunksOf(recipients: ReadonlyArray<Recipient>): Iterable<ReadonlyArray<Recipient>> {
  let some: Array<Recipient> = []
  let times = 0
  for (const recipient of recipients) {
    if (times > mostTimes) {
      yield some
      some = []
      times = 0
    }
    some.push(recipient)
    times += recipient.deliveries.length
  }
  yield some
}

const inOrder = (one: DeliveryRow, other: DeliveryRow): number => one.time - other.time || (one.id < other.id ? -1 : 1)

const attemptsOf = (host: SqliteHost, owners: ReadonlyArray<number>, id: EventId): ReadonlyArray<Delivery> => {
  const found = findEvent(host, id)
  if (found === undefined) return []
  const attempts: Array<DeliveryRow> = []
  for (const some of chunksOf(recipientsOfOwners(host, found, owners))) {
    const asked = JSON.stringify(some.map(({ deliveries, webhook }) => [webhook, deliveries]))
    for (const attempt of rows<DeliveryRow>(host, attemptsWith, asked, found.event)) attempts.push(attempt)
  }
  return attempts.toSorted(inOrder).map(toDelivery)
}

const hourLength = Duration.toMillis("1 hour")

interface HourRow {
  readonly hour: number
  readonly attempts: number
}

/** Attempts are counted where they stand, and failures in an index of their own. */
const hoursOf = (
  host: SqliteHost,
  account: Account,
  webhookId: WebhookId,
  from: number,
  to: number
): ReadonlyArray<HourOfDeliveries> => {
  const [range] = rangesSeen(host, account, webhookId)
  if (range === undefined) return []
  const count = (condition: string) =>
    rows<HourRow>(
      host,
      `select time / ${hourLength} as hour, count(*) as attempts from delivery
       where webhook = ? and time >= ? and time < ? ${condition} group by hour order by hour`,
      range.value,
      from,
      to
    )
  const failed = new Map(count(endedSo(false)).map(({ attempts, hour }) => [hour, attempts]))
  return count("").map(({ attempts, hour }) => {
    const failures = failed.get(hour) ?? 0
    return { hour: DateTime.makeUnsafe(hour * hourLength), succeeded: attempts - failures, failed: failures }
  })
}

export const layer: Layer.Layer<DeliveryLog, never, SqliteDatabase> = Layer.effect(
  DeliveryLog,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    return DeliveryLog.of({
      get: (key, id) =>
        database.readAttempts("DeliveryLog.get", (host) => {
          const owner = findOwner(host, key)?.owner ?? 0
          const found = row<DeliveryRow>(host, `${one} where d.id = ? and w.owner = ?`, id, owner)
          return Option.map(Option.fromUndefinedOr(found), toDelivery)
        }),

      inAccount: (account, id) =>
        database.readAttempts("DeliveryLog.inAccount", (host) => {
          const sql = `${one} join owner o on o.owner = w.owner where d.id = ? and o.account = ?`
          const found = row<DeliveryRow>(host, sql, id, findAccount(host, account) ?? 0)
          return Option.map(Option.fromUndefinedOr(found), toDelivery)
        }),

      find: (key, { webhookId }, request) =>
        database.readAttempts("DeliveryLog.find", (host) =>
          page(host, rangesOf(host, findOwner(host, key)?.owner ?? 0, webhookId), request)
        ),

      findInAccount: (viewer, { success, webhookId }, request) =>
        database.readAttempts("DeliveryLog.findInAccount", (host) =>
          page(host, rangesSeen(host, viewer, webhookId), request, success)
        ),

      ofEvent: (key, id) =>
        database.readAttempts("DeliveryLog.ofEvent", (host) =>
          host.snapshot(() => attemptsOf(host, [findOwner(host, key)?.owner ?? 0], id))
        ),

      ofEventInAccount: (account, id) =>
        database.readAttempts("DeliveryLog.ofEventInAccount", (host) =>
          host.snapshot(() => attemptsOf(host, ownersOf(host, account), id))
        ),

      hours: (account, webhookId, from, to) =>
        database.readAttempts("DeliveryLog.hours", (host) =>
          host.snapshot(() => hoursOf(host, account, webhookId, from, to))
        )
    })
  })
)
