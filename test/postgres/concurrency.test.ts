/** What happens to the same events at the same time, over connections of their own. */
import { assert, describe, it } from "@effect/vitest"
import {
  DeliveryQueue,
  EventStore,
  type NewResend,
  ResendId,
  ResendStore,
  RetentionStore,
  type StoragePorts,
  WebhookStore
} from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Fiber, Layer, Option, Result } from "effect"
import { postgresClient, postgresDatabase } from "../targets.ts"
import { untilWaiting } from "./lockWaits.ts"
import {
  claim,
  delivered,
  failed,
  historyEntry,
  newEvents,
  owner,
  subscription,
  uuid,
  webhookWrite
} from "./records.ts"

interface Outside {
  /** Over connections of its own, so that it has no part in a transaction of the test's. */
  apart<A, E>(effect: Effect.Effect<A, E, PgClient.PgClient | StoragePorts>): Effect.Effect<A, E>
}

/** PGlite knows no second connection. */
const test = (
  title: string,
  body: (outside: Outside) => Effect.Effect<void, unknown, PgClient.PgClient | StoragePorts>
) =>
  it.live(title, () =>
    Effect.scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        if (database.maxConnections !== undefined) return
        const client = postgresClient(database)
        const apart = yield* Layer.build(Layer.provideMerge(PgStorage.layerStores, Layer.fresh(client)))
        yield* Effect.gen(function* () {
          yield* (yield* WebhookStore).insert(owner, () => Result.succeed(webhookWrite))
          yield* body({ apart: (effect) => Effect.provide(effect, apart) })
        }).pipe(Effect.provide(Layer.provideMerge(PgStorage.layerStores, client)))
      })
    )
  )

const publish = (count: number) => Effect.flatMap(EventStore, (store) => store.append(owner, newEvents(count, 1)))

const deliver = Effect.gen(function* () {
  yield* (yield* DeliveryQueue).settle((yield* claim).map((batch) => delivered(batch)))
})

/** A job that sends everything again. */
const beginResend = Effect.fnUntraced(function* (number: number) {
  const now = yield* DateTime.now
  const resend: NewResend = {
    id: ResendId.make(uuid(number)),
    owner,
    webhookId: webhookWrite.webhook.id,
    selection: { _tag: "Period", since: DateTime.makeUnsafe(0), until: now, onlyFailed: false },
    eventsPerSecond: 1000,
    createdAt: now
  }
  yield* (yield* ResendStore).insert(resend, historyEntry(number, { time: now }))
})

const step = Effect.flatMap(ResendStore, (resends) => resends.step(1000))

const count = (table: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    Effect.map(
      sql.unsafe<{ count: number }>(`select count(*)::integer as count from sellerkit.${table}`),
      ([row]) => row!.count
    )
  )

describe("two jobs that send the same events again", () => {
  test("put each back once, however their steps meet, so that a failure can be settled", ({ apart }) =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* publish(20)
      yield* deliver
      yield* beginResend(700)
      yield* beginResend(701)
      const steps = yield* sql.withTransaction(
        Effect.gen(function* () {
          // Recipients can be read and not changed.
          yield* sql`lock table sellerkit.recipient in share row exclusive mode`
          const running = yield* Effect.forkChild(apart(Effect.all([step, step], { concurrency: 2 })))
          yield* apart(untilWaiting(2))
          return running
        })
      )
      const stepped = yield* Fiber.join(steps)
      assert.deepStrictEqual(
        stepped.map((job) => Option.getOrThrow(job).resent).toSorted((one, other) => one - other),
        [0, 20]
      )
      assert.strictEqual(yield* count("pending"), 20)
      const batches = yield* claim
      yield* (yield* DeliveryQueue).settle(batches.map((batch) => failed(batch)))
      assert.strictEqual(yield* count("pending"), 20)
    }))
})

const past = Duration.days(100)

const wellBefore = Effect.map(DateTime.now, (now) => DateTime.toEpochMillis(DateTime.subtractDuration(now, past)))

/** What is published happens then. */
const then = Layer.fresh(PgStorage.layerStores).pipe(Layer.provide(Layer.succeed(PgStorage.DatabaseTime, wellBefore)))

const removeOld = Effect.flatMap(RetentionStore, (store) => store.remove("events", Duration.days(30), 100))

describe("old events that are put back while they are removed", () => {
  const places: Readonly<Record<string, Effect.Effect<unknown, unknown, PgClient.PgClient>>> = {
    "in a partition": Effect.gen(function* () {
      yield* (yield* PgClient.PgClient).unsafe("select sellerkit.ensure_partitions($1)", [yield* wellBefore])
    }),
    "in no partition": Effect.void
  }
  for (const [place, prepare] of Object.entries(places)) {
    test(`stay, and are sent: ${place}`, ({ apart }) =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* prepare
        yield* Effect.provide(Effect.andThen(publish(3), deliver), then)
        yield* beginResend(700)
        const removing = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* step
            const started = yield* Effect.forkChild(apart(removeOld))
            // It does not wait for long.
            yield* Effect.raceFirst(apart(untilWaiting(1)), Fiber.await(started))
            return started
          })
        )
        yield* Fiber.join(removing)
        assert.deepStrictEqual([yield* count("event"), yield* count("recipient"), yield* count("pending")], [3, 3, 3])
        assert.lengthOf((yield* claim)[0]!.events, 3)
      }))

    test(`go when they were removed first: ${place}`, ({ apart }) =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* prepare
        yield* Effect.provide(Effect.andThen(publish(3), deliver), then)
        yield* beginResend(700)
        const stepping = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* removeOld
            const started = yield* Effect.forkChild(apart(step))
            yield* apart(untilWaiting(1))
            return started
          })
        )
        yield* Fiber.join(stepping)
        assert.deepStrictEqual([yield* count("event"), yield* count("recipient"), yield* count("pending")], [0, 0, 0])
      }))
  }
})

describe("a key that waits for a transaction which held it", () => {
  test("is free when nobody is subscribed any more, and nothing is stored", ({ apart }) =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      let waiting: Fiber.Fiber<unknown, unknown> | undefined
      const undone = sql.withTransaction(
        Effect.gen(function* () {
          yield* publish(1)
          waiting = yield* Effect.forkDetach(apart(publish(1)))
          yield* apart(untilWaiting(1))
          yield* apart(Effect.flatMap(PgClient.PgClient, (other) => other`delete from sellerkit.subscription`))
          return yield* Effect.fail("undone")
        })
      )
      yield* Effect.flip(undone)
      yield* Fiber.join(waiting!)
      assert.deepStrictEqual([yield* count("event"), yield* count("event_key")], [0, 0])
      yield* sql`insert into sellerkit.subscription (seller_id, sandbox, scope, type, webhook_id, enabled)
        values (${owner.sellerId}, false, ${subscription.scope}, ${subscription.event}, ${webhookWrite.webhook.id}, true)`
      yield* publish(1)
      assert.deepStrictEqual([yield* count("event"), yield* count("event_key")], [1, 1])
    }))
})
