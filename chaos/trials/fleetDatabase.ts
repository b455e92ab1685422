/** What the database of a fleet shows of itself: the fate of each event at each webhook, and whether its tables agree. */
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { type ChaosWebhook, accepts, type Marketplace } from "../actors/Marketplace.ts"
import type { Inspected, StoredResend } from "./Trial.ts"

const expectationOf = (webhook: ChaosWebhook): "delivered" | "missed" | "tried" => {
  if (!webhook.enabled) return "missed"
  return accepts(webhook) ? "delivered" : "tried"
}

const webhooksAs = ({ webhooks }: Marketplace): string =>
  JSON.stringify(webhooks.map((webhook) => ({ id: webhook.id, expected: expectationOf(webhook) })))

const expected = `expected as (select * from jsonb_to_recordset($1::jsonb) as w (id uuid, expected text))`

/** Whether nothing waits for a webhook that accepts it in the end, no process carries anything, and no job puts anything back. */
export const isAllDelivered = (sql: PgClient.PgClient, marketplace: Marketplace) =>
  Effect.map(
    sql.unsafe<{ waits: boolean }>(
      `with ${expected} select exists (
        select from sellerkit.pending p join expected w on w.id = p.webhook_id where w.expected = 'delivered')
        or exists (select from sellerkit.carried)
        or exists (select from sellerkit.resend where state = 'running') as waits`,
      [webhooksAs(marketplace)]
    ),
    ([row]) => !row!.waits
  )

export const allResends = (sql: PgClient.PgClient) =>
  sql<StoredResend>`select resend_id::text as id, seller_id::text as "sellerId" from sellerkit.resend`

/** An event at a webhook, in a row of its own or in a run: its fate, and whether it is in the table of what waits. */
const seen = `received as (
  select seller_id, sandbox, webhook_id, event_id, number, state, drop_reason from sellerkit.recipient
  union all
  select q.seller_id, q.sandbox, q.webhook_id, p.event_id, p.number, 1, null
  from sellerkit.delivered_run q cross join unnest(q.event_ids, q.numbers) as p (event_id, number)
), seen as (
  select e.idempotency_key as key, w.id, w.expected,
    concat_ws(' ', (array['pending', 'delivered', 'dropped'])[r.state + 1], r.drop_reason) as fate, p.number is not null as waits
  from received r
  join sellerkit.event e using (seller_id, sandbox, event_id, number)
  join expected w on w.id = r.webhook_id
  left join sellerkit.pending p on p.seller_id = r.seller_id and p.sandbox = r.sandbox and p.webhook_id = r.webhook_id
    and p.number = r.number)`

/** An attempt, in a row of its own, in a run, or in the log. */
const attempted = `attempted as (
  select webhook_id, delivery_id from sellerkit.delivery
  union all
  select webhook_id, unnest(delivery_ids) from sellerkit.attempt_run
  union all
  select unnest(webhook_ids), unnest(delivery_ids) from sellerkit.attempt_log
)`

const fatesText = `with ${expected}, ${seen}
  select expected, fate, count(*)::integer as count from seen group by expected, fate order by expected, fate`

interface FateRow {
  readonly expected: string
  readonly fate: string
  readonly count: number
}

/** Runs of a webhook that overlap in the order of time and id. */
const overlaps = (what: string, table: string, id: string, lastId: string): string =>
  `select format('A run of ${what} at webhook %s ends at %s, when the next one has begun', webhook_id, last_time)
    from (
      select q.*, lead((time, ${id})) over (partition by seller_id, sandbox, webhook_id order by time, ${id}) as following
      from sellerkit.${table} q
    ) q where (last_time, ${lastId}) >= following`

/** Each gives one line per finding. */
const checks: ReadonlyArray<string> = [
  `select format('Event %s is %s at webhook %s, where it should have been %s', key, fate, id, expected) as problem from seen
    where not case expected
      when 'delivered' then fate = 'delivered'
      when 'missed' then fate = 'dropped webhookDisabled'
      else fate in ('pending', 'dropped attemptsSpent') end`,
  `select format('Event %s is %s at webhook %s, and %s', key, fate, id, case when waits then 'waits' else 'does not wait' end)
    from seen where waits <> (fate = 'pending')`,
  `select format('Event %s is written down %s times at webhook %s', event_id, count(*), webhook_id)
    from received group by seller_id, sandbox, webhook_id, event_id, number having count(*) > 1`,
  overlaps("events", "delivered_run", "event_id", "last_event"),
  `select format('Attempt %s is written down %s times at webhook %s', delivery_id, count(*), webhook_id)
    from attempted group by webhook_id, delivery_id having count(*) > 1`,
  `select format('Attempt %s at webhook %s is missing, which an event names', n.delivery_id, n.webhook_id)
    from (
      select webhook_id, unnest(deliveries) as delivery_id from sellerkit.recipient
      union select webhook_id, delivery_id from sellerkit.delivered_run
      except select webhook_id, delivery_id from attempted
    ) n`,
  overlaps("attempts", "attempt_run", "delivery_id", "last_delivery"),
  `select format('Event %s waits for webhook %s, whose lane is asleep', event_id, webhook_id)
    from sellerkit.pending join sellerkit.lane l using (seller_id, sandbox, webhook_id)
    where l.ready_at is null and not exists (select from sellerkit.wake w where w.webhook_id = l.webhook_id)`,
  `select format('The key %s belongs to no event', k.idempotency_key) from sellerkit.event_key k
    where not exists (select from sellerkit.event e where e.seller_id = k.seller_id and e.sandbox = k.sandbox
      and e.event_id = k.event_id and e.number = k.number)`
]

export const inspectFleet = (sql: PgClient.PgClient, marketplace: Marketplace) =>
  Effect.gen(function* () {
    const webhooks = webhooksAs(marketplace)
    const problems: Array<string> = []
    for (const check of checks) {
      const found = yield* sql.unsafe<{ problem: string }>(
        `with ${expected}, ${seen}, ${attempted}, found (problem) as (${check}) select problem from found`,
        [webhooks]
      )
      problems.push(...found.map(({ problem }) => problem))
    }
    const fates = yield* sql.unsafe<FateRow>(fatesText, [webhooks])
    const figures = fates.map(({ count, expected: due, fate }): readonly [string, string] => [
      `Events at webhooks, to be ${due}`,
      `${count.toLocaleString("en-US")} ${fate}`
    ])
    return { problems, figures } satisfies Inspected
  })
