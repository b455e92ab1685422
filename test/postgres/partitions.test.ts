/** Records by spans of time: made ahead, and dropped as a whole, which gives their bytes back. */
import { assert, describe, it } from "@effect/vitest"
import { DeliveryQueue, EventStore, RetentionStore, type StoragePorts, WebhookStore } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Layer, Result } from "effect"
import { claim, delivered, newEvents, owner, webhookWrite } from "./records.ts"
import { postgresClient, postgresDatabase } from "../targets.ts"

const past = Duration.days(100)

interface Place {
  readonly name: string
}

const placesOf = (table: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    Effect.map(
      sql.unsafe<Place>(`select distinct tableoid::regclass::text as name from sellerkit.${table} order by 1`),
      (found) => found.map(({ name }) => name)
    )
  )

const bytesOf = (parent: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    Effect.map(
      sql.unsafe<{ bytes: number }>(
        `select sum(pg_total_relation_size(inhrelid))::float8 as bytes from pg_inherits
         where inhparent = 'sellerkit.${parent}'::regclass`
      ),
      ([found]) => found!.bytes
    )
  )

/** The ports with a clock that shows the time some days ago. */
const ago = (days: Duration.Duration) =>
  Layer.fresh(PgStorage.layerStores).pipe(
    Layer.provide(
      Layer.succeed(
        PgStorage.DatabaseTime,
        Effect.map(DateTime.now, (now) => DateTime.toEpochMillis(DateTime.subtractDuration(now, days)))
      )
    )
  )

const insertWebhook = Effect.flatMap(WebhookStore, (store) => store.insert(owner, () => Result.succeed(webhookWrite)))

const publish = (count: number, from: number) =>
  Effect.flatMap(EventStore, (store) => store.append(owner, newEvents(count, from)))

const deliver = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  yield* queue.settle((yield* claim).map(delivered))
})

const remove = Effect.gen(function* () {
  const store = yield* RetentionStore
  return [
    yield* store.remove("events", Duration.days(30), 100),
    yield* store.remove("deliveries", Duration.days(30), 100)
  ]
})

const over = <A, E>(effect: Effect.Effect<A, E, PgClient.PgClient>) =>
  Effect.scoped(Effect.flatMap(postgresDatabase, (database) => Effect.provide(effect, postgresClient(database))))

const now = PgStorage.layerStores

describe("partitions", () => {
  it.live("take what happens now", () =>
    over(
      Effect.gen(function* () {
        yield* Effect.provide(
          Effect.gen(function* () {
            yield* insertWebhook
            yield* publish(3, 1)
            yield* deliver
          }),
          now
        )
        for (const table of ["event", "recipient", "delivery"]) {
          const places = yield* placesOf(table)
          assert.lengthOf(places, 1)
          assert.match(places[0]!, new RegExp(`^sellerkit\\.${table}_\\d{8}$`))
        }
      })
    )
  )

  it.live("go when the last of their records is old enough, with their bytes and the keys of their events", () =>
    over(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const then = DateTime.toEpochMillis(DateTime.subtractDuration(yield* DateTime.now, past))
        yield* sql.unsafe("select sellerkit.ensure_partitions($1)", [then])
        const empty = yield* bytesOf("event")
        const old: Effect.Effect<void, unknown, StoragePorts> = Effect.gen(function* () {
          yield* insertWebhook
          yield* publish(500, 1)
          yield* deliver
        })
        yield* Effect.provide(old, ago(past))
        const full = yield* bytesOf("event")
        assert.isAbove(full, empty + 500_000)
        yield* Effect.provide(publish(10, 1000), now)
        yield* Effect.provide(remove, now)
        assert.isBelow(yield* bytesOf("event"), full - 500_000)
        assert.lengthOf(yield* placesOf("event"), 1)
        assert.deepStrictEqual(yield* placesOf("delivery"), [])
        assert.deepStrictEqual(yield* sql.unsafe("select count(*)::integer as n from sellerkit.event_key"), [{ n: 10 }])
      })
    )
  )

  it.live("go after the keys of their events, which go in steps", () =>
    over(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const then = DateTime.toEpochMillis(DateTime.subtractDuration(yield* DateTime.now, past))
        yield* sql.unsafe("select sellerkit.ensure_partitions($1)", [then])
        yield* Effect.provide(Effect.andThen(insertWebhook, Effect.andThen(publish(1, 1), deliver)), ago(past))
        const keys = sql.unsafe<{ count: number }>("select count(*)::integer as count from sellerkit.event_key")
        yield* sql.unsafe(
          `insert into sellerkit.event_key (seller_id, sandbox, idempotency_key, event_id, number)
           select seller_id, sandbox, 'another-' || i, event_id, number from sellerkit.event, generate_series(1, 20001) i`
        )
        const [first] = yield* Effect.provide(remove, now)
        assert.strictEqual(first, 100, "there are more")
        assert.lengthOf(yield* placesOf("event"), 1)
        assert.isAbove((yield* keys)[0]!.count, 0)
        yield* Effect.provide(remove, now)
        assert.deepStrictEqual(yield* keys, [{ count: 0 }])
        assert.deepStrictEqual(yield* placesOf("event"), [])
      })
    )
  )

  it.live("stay while one of their events waits", () =>
    over(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const then = DateTime.toEpochMillis(DateTime.subtractDuration(yield* DateTime.now, past))
        yield* sql.unsafe("select sellerkit.ensure_partitions($1)", [then])
        yield* Effect.provide(Effect.andThen(insertWebhook, publish(1, 1)), ago(past))
        yield* Effect.provide(remove, now)
        assert.lengthOf(yield* placesOf("event"), 1)
        yield* Effect.provide(deliver, now)
        yield* Effect.provide(remove, now)
        assert.deepStrictEqual(yield* placesOf("event"), [])
      })
    )
  )
})
