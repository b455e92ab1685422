/** Attempts that succeeded with one event: a log of them, which becomes runs and rows. */
import { assert, describe } from "@effect/vitest"
import {
  type Batch,
  DeliveryId,
  DeliveryLog,
  DeliveryQueue,
  EventStore,
  type Outcome,
  Webhook,
  WebhookId,
  WebhookStore
} from "@sellerkit/core"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect, Logger, Option, Result } from "effect"
import { count, fatesOf, settleOne, takeArrivals, test } from "./besideOthers.ts"
import { claim, delivered, failed, historyEntry, newEvents, owner, uuid, webhookWrite } from "./records.ts"

const rows = Effect.all([count("attempt_log"), count("attempt_run"), count("delivery")])

const index = Effect.flatMap(PgClient.PgClient, (sql) => sql`select sellerkit.index_attempts()`)

const idOf = (number: number) => DeliveryId.make(uuid(0x900000 + number))

/** An event at a time, each in a request of its own. */
const makeSend = Effect.map(takeArrivals(), ({ arrived }) =>
  Effect.fnUntraced(function* (number: number, outcomeOf: (batch: Batch) => Outcome = delivered) {
    yield* (yield* EventStore).append(owner, newEvents(1, number))
    const outcome = outcomeOf(arrived.at(-1)!.leased[0]!)
    const time = DateTime.makeUnsafe(1_700_000_040_000 + number)
    const settled = { ...outcome, delivery: { ...outcome.delivery, id: idOf(number), time } }
    yield* settleOne(settled)
    return settled
  })
)

const found = Effect.flatMap(DeliveryLog, (log) =>
  Effect.map(log.find(owner, {}, { limit: 100, direction: "newer" }), (page) => page.map(({ id }) => id))
)

describe("an attempt", () => {
  test("is in the log, and then in a run with its neighbours", () =>
    Effect.gen(function* () {
      const send = yield* makeSend
      // The first settlement of a process indexes what others left, of which there is nothing.
      yield* send(1)
      assert.deepStrictEqual(yield* rows, [0, 0, 1], "it is alone")
      for (const number of [2, 3, 4]) yield* send(number)
      assert.deepStrictEqual(yield* rows, [3, 0, 1])
      assert.deepStrictEqual(yield* found, [1, 2, 3, 4].map(idOf))
      yield* index
      assert.deepStrictEqual(yield* rows, [0, 1, 1])
      assert.deepStrictEqual(yield* found, [1, 2, 3, 4].map(idOf))
    }))

  test("is a row where it failed, or carried several events", () =>
    Effect.gen(function* () {
      const { arrived } = yield* takeArrivals()
      yield* (yield* EventStore).append(owner, newEvents(3, 1))
      yield* settleOne(delivered(arrived[0]!.leased[0]!))
      yield* (yield* EventStore).append(owner, newEvents(1, 10))
      yield* settleOne(failed(arrived[1]!.leased[0]!))
      assert.deepStrictEqual(yield* rows, [0, 0, 2])
    }))

  test("is written once although its settlement comes again, wherever it is by then", () =>
    Effect.gen(function* () {
      const send = yield* makeSend
      yield* send(1)
      for (const [number, between] of [
        [2, Effect.void],
        [3, index]
      ] as const) {
        const settled = yield* send(number)
        yield* between
        yield* settleOne(settled)
      }
      assert.deepStrictEqual(yield* found, [1, 2, 3].map(idOf))
      for (const number of [1, 2, 3]) {
        const attempts = yield* (yield* DeliveryLog).ofEvent(owner, newEvents(1, number)[0]!.id)
        assert.deepStrictEqual(
          attempts.map(({ id }) => id),
          [idOf(number)]
        )
      }
    }))

  test("is logged with those that are settled together, whatever else is", () =>
    Effect.gen(function* () {
      const store = yield* WebhookStore
      for (const number of [10, 11, 12])
        yield* store.insert(owner, () =>
          Result.succeed({
            ...webhookWrite,
            webhook: new Webhook({ ...webhookWrite.webhook, id: WebhookId.make(uuid(number)) }),
            entry: historyEntry(0x100 + number)
          })
        )
      const log = yield* DeliveryLog
      const settleEach = Effect.fnUntraced(function* (from: number, codes: ReadonlyArray<number>) {
        const batches = yield* claim
        const outcomes = batches.map((batch, place) => {
          const outcome = codes[place]! < 300 ? delivered(batch) : failed(batch)
          return { ...outcome, delivery: { ...outcome.delivery, id: idOf(from + place), responseCode: codes[place]! } }
        })
        yield* (yield* DeliveryQueue).settle(outcomes)
        for (const [place, { lease }] of batches.entries()) {
          const attempt = Option.getOrThrow(yield* log.get(owner, idOf(from + place)))
          assert.deepStrictEqual([attempt.webhookId, attempt.responseCode], [lease.webhookId, codes[place]!])
        }
      })
      yield* (yield* EventStore).append(owner, newEvents(1, 1))
      yield* settleEach(1, [200, 201, 202, 204])
      assert.deepStrictEqual(yield* rows, [0, 0, 4], "each is alone, and the first settlement of a process indexes")
      yield* (yield* EventStore).append(owner, newEvents(1, 2))
      yield* settleEach(11, [200, 500, 202, 204])
      assert.deepStrictEqual(yield* rows, [1, 0, 5])
      yield* index
      const attempts = yield* log.ofEvent(owner, newEvents(1, 2)[0]!.id)
      assert.sameDeepMembers(
        attempts.map(({ id, responseCode, success }) => [id, responseCode, success]),
        [200, 500, 202, 204].map((code, place) => [idOf(11 + place), code, code < 300])
      )
    }))

  test("that succeeded last is known although very many have failed since the webhook was enabled again", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const key = [owner.sellerId, webhookWrite.webhook.id]
      const send = yield* makeSend
      for (const number of [1, 2, 3]) yield* send(number)
      yield* index
      assert.deepStrictEqual((yield* rows).slice(0, 2), [0, 1])
      const later = 1_700_000_900_000
      yield* sql.unsafe(
        `insert into sellerkit.delivery (seller_id, sandbox, webhook_id, time, delivery_id, number, success, event_ids)
         select $1::text::uuid, false, $2::text::uuid, $3::bigint + i, sellerkit.new_id($3::bigint + i), ($3::bigint + i) << 20, i = 0, '{}'
         from generate_series(0, 70) i`,
        [...key, later]
      )
      yield* sql.unsafe("update sellerkit.lane set last_success_at = $1::bigint + 5, failures = 70", [later])
      const [lane] = yield* (yield* DeliveryQueue).lanes([{ owner, id: webhookWrite.webhook.id }])
      assert.strictEqual(lane!.lastSuccessAt?.epochMilliseconds, later + 5)
    }))

  test("stays in the log where that cannot be indexed, and its settlement counts", () => {
    const logged: Array<string> = []
    return Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* sql`drop function sellerkit.index_attempts()`
      const send = yield* makeSend
      yield* send(1)
      assert.deepStrictEqual(yield* fatesOf(newEvents(1, 1)[0]!.id), ["delivered"])
      assert.deepStrictEqual(yield* rows, [1, 0, 0])
      assert.isTrue(Option.isSome(yield* (yield* DeliveryLog).get(owner, idOf(1))))
      assert.deepStrictEqual(logged, ["Attempts stay in the log for now, where looking for them takes longer"])
    }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push(String([message].flat()[0])))])))
  })
})
