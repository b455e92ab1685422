/** Events that are published in a transaction of the host: they exist when it commits, and never otherwise. */
import { assert, describe, it } from "@effect/vitest"
import { DeliveryQueue, EventStore, type StoragePorts, WebhookStore } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect, Fiber, Option, Result } from "effect"
import { newEvents, owner, webhookWrite } from "./records.ts"
import { postgresClient, postgresDatabase } from "../targets.ts"

const test = (title: string, body: Effect.Effect<void, unknown, PgClient.PgClient | StoragePorts>) =>
  it.live(title, () =>
    Effect.scoped(
      Effect.flatMap(postgresDatabase, (database) =>
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          yield* sql`create table host_order (id integer)`
          yield* (yield* WebhookStore).insert(owner, () => Result.succeed(webhookWrite))
          yield* body
        }).pipe(Effect.provide(PgStorage.layerStores), Effect.provide(postgresClient(database)))
      )
    )
  )

const published = Effect.flatMap(EventStore, (store) =>
  Effect.map(store.find(owner, {}, { limit: 10, direction: "older" }), (events) =>
    events.map(({ idempotencyKey }) => idempotencyKey)
  )
)

const orders = Effect.flatMap(PgClient.PgClient, (sql) =>
  Effect.map(sql`select id from host_order`, (rows) => rows.length)
)

const isDue = Effect.flatMap(DeliveryQueue, (queue) => Effect.map(queue.nextDue([]), Option.isSome))

const append = Effect.flatMap(EventStore, (store) => store.append(owner, newEvents(1, 1)))

interface SqlPublication {
  readonly type?: string
  readonly payload?: string
  readonly key?: string | null
  readonly time?: string | null
}

/** As a client of any language calls it. */
const publish = ({ key = "key-1", payload = '{"a": 1.50}', time = null, type = "card_changed" }: SqlPublication = {}) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    Effect.map(
      sql.unsafe<{ id: string }>(
        "select sellerkit.publish($1::uuid, $2::text, $3::text, $4::text, $5::text, $6::text::timestamptz) as id",
        [owner.sellerId, "content", type, payload, key, time]
      ),
      ([row]) => row!.id
    )
  )

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    sql.withTransaction(Effect.andThen(sql`insert into host_order values (1)`, effect))
  )

/** What the server says is wrong. */
const refusal = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    let cause: unknown = error
    while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
    return (cause as Error).message
  })

describe("publishing in the host's transaction", () => {
  const ways: ReadonlyArray<readonly [string, Effect.Effect<void, unknown, EventStore | PgClient.PgClient>]> = [
    ["the event store", Effect.asVoid(append)],
    ["the function", Effect.asVoid(publish())]
  ]
  for (const [name, one] of ways) {
    test(
      `commits with it: ${name}`,
      Effect.gen(function* () {
        yield* inTransaction(one)
        assert.deepStrictEqual([yield* published, yield* orders, yield* isDue], [["key-1"], 1, true])
      })
    )

    test(
      `is undone with it: ${name}`,
      Effect.gen(function* () {
        yield* Effect.exit(inTransaction(Effect.andThen(one, Effect.fail("no order"))))
        assert.deepStrictEqual([yield* published, yield* orders, yield* isDue], [[], 0, false])
        yield* one
        assert.deepStrictEqual(yield* published, ["key-1"], "its key is free")
      })
    )
  }

  test(
    "leases nothing to a dispatcher: it may be undone",
    Effect.gen(function* () {
      const asked: Array<unknown> = []
      yield* (yield* DeliveryQueue).leaseOnArrival({
        offer: (accounts) => Effect.sync(() => void asked.push(accounts))
      })
      yield* inTransaction(append)
      assert.deepStrictEqual([asked, yield* isDue], [[], true])
    }).pipe(Effect.scoped)
  )

  test(
    "wakes who waits for work as it commits, not before",
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const sql = yield* PgClient.PgClient
      yield* queue.awaitWork
      const waiting = yield* Effect.forkChild(queue.awaitWork)
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* publish()
          yield* Effect.sleep("100 millis")
          assert.isUndefined(waiting.pollUnsafe())
        })
      )
      yield* Fiber.join(waiting)
    })
  )

  test(
    "gives the same event for the same key, and keeps the payload as it was given",
    Effect.gen(function* () {
      const id = yield* publish()
      assert.strictEqual(yield* publish(), id)
      const [event] = yield* (yield* EventStore).find(owner, {}, { limit: 10, direction: "older" })
      assert.strictEqual(event!.id, id)
      assert.strictEqual(event!.payload, '{"a": 1.50}')
      assert.include(yield* refusal(publish({ payload: '{"a": 2}' })), "idempotency_key: key-1 belongs to an event")
    })
  )

  test(
    "refuses what is wrong, in a sentence that names it, and stores nothing",
    Effect.gen(function* () {
      assert.include(yield* refusal(publish({ type: "unknown" })), "type: there is no event type unknown")
      assert.include(yield* refusal(publish({ payload: "[]" })), "payload: expected a JSON object")
      assert.include(yield* refusal(publish({ payload: '{"a"' })), "payload: expected JSON")
      assert.include(
        yield* refusal(publish({ payload: `{"a":"${"x".repeat(300_000)}"}` })),
        "payload: expected at most"
      )
      assert.include(yield* refusal(publish({ key: "" })), "idempotency_key: expected between 1 and 200")
      for (const time of ["280000-01-01", "10000-01-01Z", "0002-12-31Z BC", "infinity", "-infinity"])
        assert.include(yield* refusal(publish({ time })), "time: expected a time from the year 0000 to 9999 in UTC")
      assert.deepStrictEqual(yield* published, [])
    })
  )

  test(
    "takes every time that has four digits for its year",
    Effect.gen(function* () {
      const times = {
        first: ["0001-01-01T00:00:00Z BC", "0000-01-01T00:00:00.000Z"],
        last: ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"]
      } as const
      for (const [key, [time]] of Object.entries(times)) yield* publish({ key, time })
      const events = yield* (yield* EventStore).find(owner, {}, { limit: 10, direction: "newer" })
      assert.deepStrictEqual(
        events.map(({ time }) => DateTime.formatIso(time)),
        Object.values(times).map(([, expected]) => expected)
      )
    })
  )

  test(
    "takes a key for free whose event is not there",
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* sql`insert into sellerkit.event_key (seller_id, sandbox, idempotency_key, event_id, number)
        values (${owner.sellerId}, false, 'key-1', ${owner.sellerId}, 1), (${owner.sellerId}, false, 'key-2', ${owner.sellerId}, 2)`
      const id = yield* publish()
      assert.strictEqual(yield* publish(), id)
      yield* (yield* EventStore).append(
        owner,
        newEvents(3, 1).map((event) => ({ ...event, payload: '{"a": 1.50}' }))
      )
      assert.deepStrictEqual((yield* published).toSorted(), ["key-1", "key-2", "key-3"])
    })
  )
})
