/** Fills a PostgreSQL database with events that are due, in SQL: publishing millions of them would take minutes. */
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { BenchWebhook } from "./benchWebhook.ts"

// Rows per transaction.
const chunk = 100_000

const payload = `{"nmID":12345678,"vendorCode":"shirt-blue-42","updatedAt":"2026-01-15T09:30:00.000Z","title":"Blue shirt"}`

/** As `sellerkit.append` writes them. Parameters: how many, the webhooks, which take turns, and the payload. */
const insertText = `
  with target as (
    select (event->>'sellerId')::uuid as seller_id, (event->>'id')::uuid as webhook_id, place - 1 as place
    from jsonb_array_elements($2::jsonb) with ordinality as given (event, place)
  ), moment as (
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

/** So many events for webhooks of which each gets the same number. */
export const prefillDue = (sql: PgClient.PgClient, webhooks: ReadonlyArray<BenchWebhook>, events: number) =>
  Effect.gen(function* () {
    const targets = JSON.stringify(webhooks.map(({ id, sellerId }) => ({ id, sellerId })))
    for (let left = events; left > 0; left -= chunk) {
      yield* sql.unsafe(insertText, [Math.min(left, chunk), targets, payload])
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
