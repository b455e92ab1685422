/** Fills a PostgreSQL database with history and with events that wait, in SQL: a service would take hours for millions of them. */
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { BenchWebhook } from "../load/benchWebhook.ts"
import { filledPayload, historyTime } from "./historyRecord.ts"

/** The webhooks that take turns, which are a parameter. */
const targets = (parameter: number): string => `target as (
    select (event->>'sellerId')::uuid as seller_id, (event->>'id')::uuid as webhook_id, place - 1 as place
    from jsonb_array_elements($${parameter}::jsonb) with ordinality as given (event, place)
  )`

// Rows per transaction.
const chunk = 100_000

/** As `sellerkit.append` writes them. Parameters: how many, the webhooks, which take turns, and the payload. */
const insertText = `
  with ${targets(2)}, moment as (
    select sellerkit.milliseconds(null) as now
  ), source as (
    select t.seller_id, t.webhook_id, sellerkit.next_number(m.now) as number, sellerkit.new_id(m.now) as event_id, m.now
    from moment m, generate_series(1, $1::integer) i join target t on t.place = i % (select count(*) from target)
  ), new_event as (
    insert into sellerkit.event (seller_id, sandbox, event_id, number, time, scope, type, test, payload, accepted_at,
      webhook_ids, enabled_webhooks)
    select seller_id, false, event_id, number, now, 'content', 'card_changed', false, $3, now, array[webhook_id], 1 from source
  ), new_recipient as (
    insert into sellerkit.recipient (seller_id, sandbox, webhook_id, time, event_id, number, bytes, due_at)
    select seller_id, false, webhook_id, now, event_id, number, octet_length($3), now from source
  ), new_pending as (
    insert into sellerkit.pending (seller_id, sandbox, webhook_id, attempts, due_at, number, event_id, time, bytes)
    select seller_id, false, webhook_id, 0, now, number, event_id, now, octet_length($3) from source
  )
  insert into sellerkit.wake (seller_id, sandbox, webhook_id, number, at)
  select seller_id, false, webhook_id, min(number), min(now) from source group by seller_id, webhook_id`

/**
 * Places from $1 to $2, their times and ids, and the webhooks that take turns: $3 the time of the first, $4 over how long they
 * are spread, $5 how many there are, $6 the webhooks.
 */
const source = `with ${targets(6)}, timed as (
    select i, $3::bigint + i * $4::bigint / $5::bigint as time from generate_series($1::bigint, $2::bigint) i
  ), source as (
    select t.seller_id, t.webhook_id, time, (time << 20) | (i & 1048575) as number,
      (lpad(to_hex(time), 12, '0') || '70008000' || lpad(to_hex(i), 12, '0'))::uuid as id
    from timed join target t on t.place = i % (select count(*) from target)
  ), new_event as (
    insert into sellerkit.event (seller_id, sandbox, event_id, number, time, scope, type, test, payload, accepted_at,
      webhook_ids, enabled_webhooks)
    select seller_id, false, id, number, time, 'content', 'card_changed', false, $7, time, array[webhook_id], 1 from source
  )`

const deliveredText = `${source}, new_recipient as (
    insert into sellerkit.recipient (seller_id, sandbox, webhook_id, time, event_id, number, bytes, state, attempts, due_at,
      deliveries)
    select seller_id, false, webhook_id, time, id, number, 100, 1, 1, time, array[id] from source
  )
  insert into sellerkit.delivery (seller_id, sandbox, webhook_id, time, delivery_id, number, success, response_code, event_ids)
  select seller_id, false, webhook_id, time, id, number, true, 200, array[id] from source`

const waitingText = `${source}, new_recipient as (
    insert into sellerkit.recipient (seller_id, sandbox, webhook_id, time, event_id, number, bytes, attempts, due_at)
    select seller_id, false, webhook_id, time, id, number, 100, 3, time from source
  )
  insert into sellerkit.pending (seller_id, sandbox, webhook_id, attempts, due_at, number, event_id, time, bytes)
  select seller_id, false, webhook_id, 3, time, number, id, time, 100 from source`

/** Their receivers have been down, and are tried again in an hour. */
const makeWait = `update sellerkit.lane l set ready_at = $2, wait_until = $2, failures = 12, failing_since = $3, batch_size = 1,
    has_retries = true
  from jsonb_array_elements($1::jsonb) as given (webhook) where l.webhook_id = (webhook->>'id')::uuid`

const hour = 3600_000

export interface Filling {
  readonly webhooks: ReadonlyArray<BenchWebhook>
  readonly events: number
  /** The time of the last one. */
  readonly end: number
}

const fill = (sql: PgClient.PgClient, text: string, { end, events, webhooks }: Filling) =>
  Effect.gen(function* () {
    // Partitions are made from a moment on, two weeks ahead.
    for (const start of [end - historyTime, end]) yield* sql.unsafe("select sellerkit.ensure_partitions($1)", [start])
    const given = JSON.stringify(webhooks.map(({ id, sellerId }) => ({ id, sellerId })))
    for (let first = 1; first <= events; first += chunk) {
      const last = Math.min(first + chunk - 1, events)
      const parameters = [first, last, end - historyTime, historyTime, events, given, filledPayload]
      yield* sql.unsafe(text, parameters)
    }
  })

/** Each event delivered at the first attempt. */
export const prefillHistory = (sql: PgClient.PgClient, filling: Filling) => fill(sql, deliveredText, filling)

/** Each event waiting for a webhook whose receiver is down. */
export const prefillWaiting = (sql: PgClient.PgClient, filling: Filling) =>
  Effect.gen(function* () {
    yield* fill(sql, waitingText, filling)
    const now = Date.now()
    yield* sql.unsafe(makeWait, [JSON.stringify(filling.webhooks), now + hour, now - hour])
  })

/** So many events for webhooks of which each gets the same number. */
export const prefillDue = (sql: PgClient.PgClient, webhooks: ReadonlyArray<BenchWebhook>, events: number) =>
  Effect.gen(function* () {
    const given = JSON.stringify(webhooks.map(({ id, sellerId }) => ({ id, sellerId })))
    for (let left = events; left > 0; left -= chunk) {
      yield* sql.unsafe(insertText, [Math.min(left, chunk), given, filledPayload])
    }
  })

/** How many events wait for the webhooks. */
export const waitingFor = (sql: PgClient.PgClient, webhooks: ReadonlyArray<BenchWebhook>) =>
  Effect.map(
    sql.unsafe<{ waiting: number }>(
      `select count(*)::integer as waiting from sellerkit.pending
       where webhook_id in (select value::uuid from jsonb_array_elements_text($1::jsonb))`,
      [JSON.stringify(webhooks.map(({ id }) => id))]
    ),
    ([row]) => row!.waiting
  )
