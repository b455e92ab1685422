/** Whatever is settled and indexed, each attempt is in the log, in a run or in a row, and found where it stands. */
import { assert, it } from "@effect/vitest"
import {
  DeliveryId,
  DeliveryLog,
  DeliveryQueue,
  type Owner,
  SellerId,
  type TimePageRequest,
  WebhookId
} from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { propertyRuns } from "@sellerkit/testing"
import { DateTime, Effect, Layer, Option, Order, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { postgresClient, postgresDatabase } from "../targets.ts"

const minute = 60_000
const week = 7 * 24 * 60 * minute

/** A partition begins here, and so do a minute and an hour. */
const start = 2900 * week

/** Times coincide, or are just within a minute, an hour or a week. */
const times = [0, 0, 1, 2, 2, minute - 1, minute, 61 * minute, week - 1, week].map((after) => start + after)

/** By how much the clock that ids are made by goes wrong. */
const skews = [0, 0, 0, 0, 0, 1, -1, 70_000, -200_000]

interface Attempt {
  readonly id: DeliveryId
  readonly time: number
  readonly webhook: number
  readonly success: boolean
}

const idAt = (millis: number): DeliveryId => {
  const text = millis.toString(16).padStart(12, "0")
  return DeliveryId.make(`${text.slice(0, 8)}-${text.slice(8)}-7${randomUUID().slice(15)}`)
}

const Settled = Schema.Struct({
  time: Schema.Literals(times.map((_, place) => place)),
  skew: Schema.Literals(skews.map((_, place) => place)),
  webhook: Schema.Literals([0, 0, 1]),
  success: Schema.Literals([true, true, true, false])
})
const Step = Schema.Union([Schema.Literal("index"), Schema.Array(Settled)])

const byPlace: Order.Order<Attempt> = Order.combine(
  Order.mapInput(Order.Number, ({ time }) => time),
  Order.mapInput(Order.String, ({ id }) => id)
)

const makeAccount = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const owner: Owner = { sellerId: SellerId.make(randomUUID()), sandbox: false, serviceId: null }
  const webhooks = [0, 1].map(() => WebhookId.make(randomUUID()))
  for (const id of webhooks) {
    yield* sql`insert into sellerkit.webhook (seller_id, sandbox, webhook_id, service_id, name, url, secret, subscriptions, status,
        created_at, updated_at)
      values (${owner.sellerId}::text::uuid, false, ${id}::text::uuid, '', 'Webhook', 'https://receiver.example/', '', '[]', 'enabled', 0, 0)`
    yield* sql`insert into sellerkit.lane (seller_id, sandbox, webhook_id, enabled, batch_size)
      values (${owner.sellerId}::text::uuid, false, ${id}::text::uuid, true, 1)`
  }
  const keyOf = ({ webhook }: Attempt) => [owner.sellerId, webhooks[webhook]!]
  return {
    owner,
    webhooks,
    /** As a settlement does it. */
    settle: Effect.fnUntraced(function* (attempts: ReadonlyArray<Attempt>) {
      const logged = attempts.filter(({ success }) => success)
      if (logged.length > 0) {
        const list = (value: (attempt: Attempt) => unknown) => `{${logged.map(value).join()}}`
        yield* sql`insert into sellerkit.attempt_log (number, seller_ids, sandboxes, webhook_ids, times, delivery_ids, codes, event_ids)
          values (sellerkit.next_number(0), ${list((attempt) => keyOf(attempt)[0])}::text::uuid[], ${list(() => false)}::text::boolean[],
            ${list((attempt) => keyOf(attempt)[1])}::text::uuid[], ${list(({ time }) => time)}::text::bigint[],
            ${list(({ id }) => id)}::text::uuid[], ${list(() => 204)}::text::integer[], ${list(({ id }) => id)}::text::uuid[])`
      }
      for (const { id, success, time, webhook } of attempts)
        if (!success)
          yield* sql`insert into sellerkit.delivery (seller_id, sandbox, webhook_id, time, delivery_id, number, success, response_code,
              event_ids)
            values (${owner.sellerId}::text::uuid, false, ${webhooks[webhook]!}::text::uuid, ${time}, ${id}::text::uuid,
              sellerkit.next_number(${time}), false, 500, array[${id}::text::uuid])`
    }),
    index: sql`select sellerkit.index_attempts()`
  }
})

/** All pages of a log in one direction, each after the last attempt of the one before. */
const pagesOf = (
  owner: Owner,
  filter: { readonly success?: boolean; readonly webhookId?: WebhookId },
  request: TimePageRequest
) =>
  Effect.gen(function* () {
    const log = yield* DeliveryLog
    const found: Array<string> = []
    for (let { cursor } = request; ;) {
      const page = yield* log.findInAccount(owner, filter, {
        ...request,
        ...(cursor === undefined ? undefined : { cursor })
      })
      const some = page.slice(0, request.limit)
      found.push(...some.map(({ id }) => id))
      if (page.length <= request.limit) return found
      const last = some.at(-1)!
      cursor = { time: DateTime.toEpochMillis(last.time), id: last.id }
    }
  })

/** Runs of a webhook do not overlap, and each is within a minute. */
const problemsText = `select count(*)::integer as problems from (
    select q.*, lead((q.time, q.delivery_id)) over (partition by q.webhook_id order by q.time, q.delivery_id) as following
    from sellerkit.attempt_run q where q.seller_id = $1
  ) q where (q.last_time, q.last_delivery) >= q.following or q.last_time / ${minute} <> q.time / ${minute}`

it.effect.prop(
  "is each in the log, a run or a row, and found where it stands",
  [Schema.Array(Step), Schema.Literals([1, 2, 3, 5, 100])],
  ([steps, limit]) =>
    Effect.gen(function* () {
      const { index, owner, settle, webhooks } = yield* makeAccount
      const attempts: Array<Attempt> = []
      for (const step of steps) {
        if (step === "index") yield* index
        else {
          const settled = step.map(({ skew, success, time, webhook }): Attempt => {
            const at = times[time]!
            return { id: idAt(at + skews[skew]!), time: at, webhook, success }
          })
          attempts.push(...settled)
          yield* settle(settled)
        }
      }
      const log = yield* DeliveryLog
      for (const attempt of attempts) {
        const found = Option.getOrThrow(yield* log.get(owner, attempt.id))
        assert.deepStrictEqual(
          [found.id, DateTime.toEpochMillis(found.time), found.webhookId, found.success, found.responseCode],
          [attempt.id, attempt.time, webhooks[attempt.webhook]!, attempt.success, attempt.success ? 204 : 500]
        )
      }
      for (const id of [idAt(start), DeliveryId.make("ffffffff-ffff-7fff-bfff-ffffffffffff")])
        assert.isTrue(Option.isNone(yield* log.get(owner, id)))
      for (const webhook of [undefined, 0, 1])
        for (const success of [undefined, true, false])
          for (const direction of ["older", "newer"] as const) {
            const filter = {
              ...(webhook === undefined ? undefined : { webhookId: webhooks[webhook]! }),
              ...(success === undefined ? undefined : { success })
            }
            const expected = attempts
              .filter((one) => (webhook ?? one.webhook) === one.webhook && (success ?? one.success) === one.success)
              .toSorted(direction === "newer" ? byPlace : Order.flip(byPlace))
            assert.deepStrictEqual(
              yield* pagesOf(owner, filter, { direction, limit }),
              expected.map(({ id }) => id)
            )
          }
      const hours = yield* log.hours(owner, webhooks[0]!, start + 1, start + week)
      const ofFirst = attempts.filter(({ time, webhook }) => webhook === 0 && time > start && time < start + week)
      const counted = Map.groupBy(ofFirst, ({ time }) => Math.floor(time / (60 * minute)))
      assert.deepStrictEqual(
        hours.map(({ failed, hour, succeeded }) => [DateTime.toEpochMillis(hour) / (60 * minute), succeeded, failed]),
        [...counted]
          .toSorted(([one], [other]) => one - other)
          .map(([hour, some]) => {
            const succeeded = some.filter(({ success }) => success).length
            return [hour, succeeded, some.length - succeeded]
          })
      )
      const lanes = yield* (yield* DeliveryQueue).lanes(webhooks.map((id) => ({ owner, id })))
      assert.deepStrictEqual(
        webhooks.map((id) => {
          const lastSuccess = lanes.find(({ webhookId }) => webhookId === id)?.lastSuccessAt
          return lastSuccess === undefined ? undefined : DateTime.toEpochMillis(lastSuccess)
        }),
        webhooks.map(
          (_, webhook) =>
            attempts
              .filter((one) => one.success && one.webhook === webhook)
              .toSorted(byPlace)
              .at(-1)?.time
        )
      )
      const sql = yield* PgClient.PgClient
      assert.deepStrictEqual(yield* sql.unsafe(problemsText, [owner.sellerId]), [{ problems: 0 }])
    }).pipe(
      Effect.provide(PgStorage.layerStores),
      Effect.provide(Layer.unwrap(Effect.map(postgresDatabase, postgresClient))),
      Effect.scoped
    ),
  { arbitrary: propertyRuns(40, 20) }
)
