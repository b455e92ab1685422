/** Records by spans of time: made ahead, and dropped as a whole, which gives their bytes back. */
import { assert, describe, it } from "@effect/vitest"
import {
  afterAll,
  beforeAll,
  DeliveryLog,
  DeliveryQueue,
  EventStore,
  RetentionStore,
  type StoragePorts,
  type TimePageRequest,
  WebhookStore
} from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Layer, Result } from "effect"
import type { SqlClient } from "effect/sql"
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

/** For records of that time. */
const makeOldPartitions = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const then = DateTime.toEpochMillis(DateTime.subtractDuration(yield* DateTime.now, past))
  yield* sql.unsafe("select sellerkit.ensure_partitions($1)", [then])
})

const publish = (count: number, from: number) =>
  Effect.flatMap(EventStore, (store) => store.append(owner, newEvents(count, from)))

const deliver = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  yield* queue.settle((yield* claim).map(delivered))
})

/** In partitions of its own time. */
const deliverOldEvent = Effect.gen(function* () {
  yield* makeOldPartitions
  yield* Effect.provide(Effect.andThen(insertWebhook, Effect.andThen(publish(1, 1), deliver)), ago(past))
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

/** PGlite knows no event triggers. */
const overServer = <A, E>(effect: Effect.Effect<A, E, PgClient.PgClient | SqlClient.SqlClient>) =>
  Effect.flatMap(postgresDatabase, (database) =>
    database.maxConnections === undefined
      ? Effect.asVoid(Effect.provide(effect, postgresClient(database)))
      : Effect.void
  ).pipe(Effect.scoped)

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
        yield* makeOldPartitions
        const empty = yield* bytesOf("event")
        const old: Effect.Effect<void, unknown, StoragePorts> = Effect.gen(function* () {
          yield* insertWebhook
          yield* publish(500, 1)
          yield* deliver
          for (const number of [501, 502]) {
            yield* publish(1, number)
            yield* deliver
          }
        })
        yield* Effect.provide(old, ago(past))
        yield* sql.unsafe("select sellerkit.index_attempts()")
        assert.deepStrictEqual(yield* sql.unsafe("select from sellerkit.attempt_log"), [])
        const full = yield* bytesOf("event")
        assert.isAbove(full, empty + 500_000)
        yield* Effect.provide(publish(10, 1000), now)
        yield* Effect.provide(remove, now)
        assert.isBelow(yield* bytesOf("event"), full - 500_000)
        assert.lengthOf(yield* placesOf("event"), 1)
        for (const table of ["delivery", "attempt_run"]) assert.deepStrictEqual(yield* placesOf(table), [])
        assert.deepStrictEqual(yield* sql.unsafe("select count(*)::integer as n from sellerkit.event_key"), [{ n: 10 }])
      })
    )
  )

  it.live("go although there is no room to make others, and neither retention nor a start waits for that", () =>
    overServer(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* deliverOldEvent
        const newest =
          "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'sellerkit.event'::regclass"
        const [last] = yield* sql.unsafe<Place>(
          `${newest} and inhrelid::regclass::text ~ '\\d{8}$' order by 1 desc limit 1`
        )
        yield* sql.unsafe(`drop table ${last!.name}`)
        yield* sql.unsafe(`create function public.no_room() returns event_trigger language plpgsql as
          $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
        yield* sql.unsafe(
          "create event trigger no_room on ddl_command_start when tag in ('CREATE TABLE') execute function public.no_room()"
        )
        const error = yield* Effect.flip(Effect.provide(remove, now))
        assert.match(String(error.cause), /could not extend file/)
        assert.deepStrictEqual(yield* placesOf("event"), [])
        yield* PgStorage.migrate
        yield* sql.unsafe("drop event trigger no_room")
        yield* Effect.provide(remove, now)
        assert.include(
          (yield* sql.unsafe<Place>(newest)).map(({ name }) => name),
          last!.name
        )
      })
    )
  )

  it.live("go after the keys of their events, which go in steps", () =>
    over(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* deliverOldEvent
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

  it.live("of attempts are looked at by the times that are asked about, and none of these attempts is missed", () =>
    over(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const at = DateTime.toEpochMillis(yield* DateTime.now)
        const timeOf = (age: Duration.Duration) => at - Duration.toMillis(age)
        // The oldest ones have no partition of their own.
        const ages = [200, 100, 99, 93, 8, 1, 0].map((days) => Duration.days(days))
        for (const age of ages.slice(1)) yield* sql.unsafe("select sellerkit.ensure_partitions($1)", [timeOf(age)])
        yield* Effect.provide(insertWebhook, ago(ages[0]!))
        // The last one stays in the log.
        for (const [place, age] of ages.entries()) {
          yield* sql.unsafe("select sellerkit.index_attempts()")
          yield* Effect.provide(Effect.andThen(publish(1, place + 1), deliver), ago(age))
        }
        // Of a clock that was set wrong.
        yield* sql.unsafe(
          `insert into sellerkit.delivery
           select seller_id, sandbox, webhook_id, $1::bigint, sellerkit.new_id(0), $1::bigint << 20, true, 200, null, '{}'
           from sellerkit.delivery limit 1`,
          [-1_000_000_000_000]
        )
        const attempts = yield* sql.unsafe<{ time: bigint }>(
          "select time from sellerkit.delivery union all select unnest(times) from sellerkit.attempt_log order by time"
        )
        const times = attempts.map(({ time }) => Number(time))
        assert.lengthOf(times, ages.length + 1)
        assert.isAtLeast((yield* placesOf("delivery")).length, 5)

        const log = yield* Effect.provide(DeliveryLog, now)
        const found = (request: Omit<TimePageRequest, "limit">) =>
          Effect.map(log.find(owner, {}, { ...request, limit: 100 }), (page) =>
            page.map(({ time }) => DateTime.toEpochMillis(time)).toSorted((one, other) => one - other)
          )
        for (const direction of ["older", "newer"] as const) {
          assert.deepStrictEqual(yield* found({ direction }), times)
          for (const [place, time] of times.entries()) {
            const behind = direction === "older" ? times.slice(0, place) : times.slice(place + 1)
            const cursor = { time, id: direction === "older" ? beforeAll : afterAll }
            assert.deepStrictEqual(yield* found({ direction, cursor }), behind)
            for (const [until, to] of times.entries())
              assert.deepStrictEqual(yield* found({ direction, from: time, to }), times.slice(place, until + 1))
          }
        }
        for (const time of times) {
          const hours = yield* log.hours(owner, webhookWrite.webhook.id, time, time + 1)
          assert.deepStrictEqual(
            hours.map(({ succeeded }) => succeeded),
            [1]
          )
        }
      })
    )
  )

  it.live("stay while one of their events waits", () =>
    over(
      Effect.gen(function* () {
        yield* makeOldPartitions
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
