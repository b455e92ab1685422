/** A database with a million events: of thousands of sellers, over four weeks, and what became of them. */
import { PgClient } from "@effect/sql-pg"
import { DeliveryId, EventId, HistoryEntryId, ResendId, SellerId, WebhookId } from "@sellerkit/core"
import { Duration, Effect } from "effect"
import { webhookWrite } from "./records.ts"

const count = 1_000_000
const sellers = 40_000

export const millionSpan = Duration.days(28)

const uuid = (number: number): string => `01980000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`
const idOf = (number: string): string => `('01980000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** Where the ids of a kind begin. */
const from = { seller: 1, webhook: 0x10_0000, event: 0x20_0000, delivery: 0x40_0000, entry: 0x60_0000, job: 0x80_0000 }

const sellerOf = (number: number) => ({
  sellerId: SellerId.make(uuid(from.seller + number)),
  sandbox: false,
  serviceId: null
})

/** The large seller has twenty webhooks and six of ten events, half of them for one webhook; the others have one each. */
export const largeSeller = sellerOf(0)
export const smallSeller = sellerOf(8)
export const busyWebhook = WebhookId.make(uuid(from.webhook))
export const quietWebhook = WebhookId.make(uuid(from.webhook + 3))
export const smallWebhook = WebhookId.make(uuid(from.webhook + 107))

/** By their place in the order of time; every twentieth record, from 0 on, is of the busy webhook. */
export const eventAt = (place: number) => EventId.make(uuid(from.event + place))
export const deliveryAt = (place: number) => DeliveryId.make(uuid(from.delivery + place))
export const entryAt = (place: number) => HistoryEntryId.make(uuid(from.entry + place))
export const jobAt = (place: number) => ResendId.make(uuid(from.job + place))
/** Of the records of features: of every fourth place. */
export const recordKeyAt = (place: number) => String(place).padStart(8, "0")

/** Records by their place i, with the number w of their webhook. */
const each = (
  step = 1
) => `(select i, case when i % 10 >= 6 then 100 + i % ${sellers} when i % 2 = 0 then 0 else i % 20 end
  from generate_series(0, ${count - 1}, ${step}) i) n (i, w)`
const eachWebhook = `(select w, w from generate_series(0, ${99 + sellers}) w where w not between 20 and 99) n (i, w)`

const fill = (table: string, columns: string, values: ReadonlyArray<string>, records: string): string =>
  `insert into sellerkit.${table} (seller_id, sandbox, ${columns})
   select ${idOf(`${from.seller} + greatest(0, w - 99)`)}, false, ${values.join(", ")} from ${records}`

const webhook = idOf(`${from.webhook} + w`)
const event = idOf(`${from.event} + i`)
const delivery = idOf(`${from.delivery} + i`)
const payload = `'{"nmID": 1}'`
const waits = "i % 5 < 2"
/** One request delivered those of two hundred places: every second time that they had happened, and to a webhook that has several. */
const inRun = `not (${waits}) and i / 200 % 2 = 0 and i % 10 < 6`

const all = (value: string): string => `array_agg(${value} order by i)`
const first = (value: string): string => `(${all(value)})[1]`
const last = (value: string): string => `(array_agg(${value} order by i desc))[1]`

const runsOf = (
  time: string,
  number: string
): string => `insert into sellerkit.delivered_run (seller_id, sandbox, webhook_id, time, event_id, number, last_time, last_event, delivery_id,
      event_ids, numbers, times, bytes)
    select ${idOf(`${from.seller} + greatest(0, w - 99)`)}, false, ${webhook}, ${first(time)}, ${first(event)}, ${first(number)},
      ${last(time)}, ${last(event)}, ${first(delivery)}, ${all(event)}, ${all(number)}, ${all(time)}, ${all(`octet_length(${payload})`)}
    from ${each()} where ${inRun} group by w, i / 200, ${time} / ${Duration.toMillis("7 days")}`

/** Of every eighth two hundred attempts those that succeeded: to a webhook in a minute. */
const inAttemptRun = "i % 50 > 0 and i / 200 % 8 = 0"

const attemptRunsOf = (
  time: string,
  number: string
): string => `insert into sellerkit.attempt_run (seller_id, sandbox, webhook_id, time,
      delivery_id, number, last_time, last_delivery, times, delivery_ids, codes, event_ids)
    select ${idOf(`${from.seller} + greatest(0, w - 99)`)}, false, ${webhook}, ${first(time)}, ${first(delivery)}, ${first(number)},
      ${last(time)}, ${last(delivery)}, ${all(time)}, ${all(delivery)}, ${all("200")}, ${all(event)}
    from ${each()} where ${inAttemptRun} group by w, ${time} / 60000`

/** Two lists, for two connections at once. */
const statementsFrom = (start: number): ReadonlyArray<ReadonlyArray<string>> => {
  const time = `(${start} + i::bigint * ${Duration.toMillis(millionSpan)} / ${count})`
  const number = `(${time} << 20 | i)`
  return [
    [
      fill("owner", "service_id", ["''"], "(select i, i + 99 from generate_series(0, 40000) i) n (i, w)"),
      fill(
        "webhook",
        "webhook_id, service_id, name, url, secret, subscriptions, status, created_at, updated_at",
        [webhook, "''", "'Webhook'", "'https://receiver.example/'", "'secret'", "'[]'", "'enabled'", "0", "0"],
        eachWebhook
      ),
      fill(
        "lane",
        "webhook_id, enabled, batch_size, ready_at, has_retries",
        [webhook, "true", "100", `${start} + w`, "w % 2 = 0"],
        eachWebhook
      ),
      fill(
        "subscription",
        "webhook_id, scope, type, enabled",
        [webhook, "'content'", "'card_changed'", "true"],
        eachWebhook
      ),
      fill(
        "event",
        `event_id, number, idempotency_key, time, scope, type, test, payload, accepted_at, webhook_ids, enabled_webhooks`,
        [
          event,
          number,
          "case when i % 5 = 0 then 'key-' || i end",
          time,
          "'content'",
          "'card_changed'",
          "false",
          payload,
          time,
          `array[${webhook}]`,
          "1"
        ],
        each()
      ),
      fill("event_key", "idempotency_key, event_id, number", ["'key-' || i", event, number], each(5)),
      fill(
        "pending",
        "webhook_id, attempts, due_at, number, event_id, time, bytes",
        [webhook, "i % 3", time, number, event, time, `octet_length(${payload})`],
        `${each()} where ${waits}`
      ),
      fill("wake", "webhook_id, number, at", [webhook, number, time], `${each(500)}`)
    ],
    [
      fill(
        "recipient",
        "webhook_id, time, event_id, number, bytes, state, attempts, due_at, deliveries",
        [
          webhook,
          time,
          event,
          number,
          `octet_length(${payload})`,
          `case when ${waits} then 0 else 1 end`,
          "i % 3",
          time,
          `array[${delivery}]`
        ],
        `${each()} where not (${inRun})`
      ),
      runsOf(time, number),
      fill(
        "delivery",
        "webhook_id, time, delivery_id, number, success, response_code, event_ids",
        [webhook, time, delivery, number, "i % 50 > 0", "200", `array[${event}]`],
        `${each()} where not (${inAttemptRun})`
      ),
      attemptRunsOf(time, number),
      fill(
        "resend",
        `webhook_id, resend_id, service_id, since, until, only_failed, events_per_second, total, created_at, updated_at,
         ready_at`,
        [
          webhook,
          idOf(`${from.job} + i`),
          "''",
          `${start}`,
          `${start} + i`,
          "false",
          "10",
          "1",
          time,
          time,
          `case when i % 10000 = 0 then ${time} end`
        ],
        each(100)
      ),
      ...recordStatements(time)
    ]
  ]
}

const recordKey = "lpad(i::text, 8, '0')"

/** A time as a part of a key. */
const timePart = (time: string): string => {
  const bytes = `float8send((${time})::float8)`
  return `encode(set_byte(${bytes}, 0, get_byte(${bytes}, 0) | 128), 'hex')`
}

const entry = idOf(`${from.entry} + i`)

/** A quarter of a million, half of which are due at their time, while the others age from it; and every fifth has an entry. */
const recordStatements = (time: string): ReadonlyArray<string> => [
  fill(
    "record",
    "collection, key, content, place_0, since",
    [
      "'history'",
      `chr(1) || ${timePart(time)} || ${entry} || chr(1)`,
      `$json$${webhookWrite.entry.content}$json$`,
      `chr(1) || ${entry} || chr(1) || chr(1) || ${timePart(time)} || ${entry} || chr(1)`,
      time
    ],
    each(5)
  ),
  fill(
    "record",
    "collection, key, content, place_0, due_at, since",
    [
      "'campaign'",
      recordKey,
      payload,
      `(i / 4 % 3)::text || ${recordKey}`,
      `case when i % 8 = 0 then ${time} end`,
      `case when i % 8 = 4 then ${time} end`
    ],
    `${each()} where i % 4 = 0`
  ),
  "insert into sellerkit.record_account (seller_id, sandbox) select distinct seller_id, sandbox from sellerkit.record",
  `insert into sellerkit.record_due (seller_id, sandbox, collection, due_at)
   select seller_id, sandbox, collection, min(due_at) from sellerkit.record where due_at is not null group by 1, 2, 3`
]

const statistics = [
  "analyze sellerkit.event, sellerkit.event_key, sellerkit.pending, sellerkit.webhook, sellerkit.lane, sellerkit.subscription",
  `analyze sellerkit.recipient, sellerkit.delivered_run, sellerkit.delivery, sellerkit.attempt_run, sellerkit.resend, sellerkit.wake, sellerkit.owner,
   sellerkit.record, sellerkit.record_account, sellerkit.record_due`
]

/** Fills an empty database; the first record is of `start`, in milliseconds. */
export const fillMillion = Effect.fnUntraced(function* (start: number) {
  const sql = yield* PgClient.PgClient
  const week = Duration.toMillis(Duration.days(7))
  for (let time = start; time < start + Duration.toMillis(millionSpan); time += week)
    yield* sql.unsafe("select sellerkit.ensure_partitions($1)", [time])
  yield* Effect.forEach(
    statementsFrom(start),
    (statements, index) =>
      Effect.forEach([...statements, statistics[index]!], (statement) => sql.unsafe(statement), { discard: true }),
    { concurrency: "unbounded", discard: true }
  )
})
