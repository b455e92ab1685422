/** What one request delivered is one row, and stays whole whoever changes or looks at its events meanwhile. */
import { inspect } from "node:util"
import { assert, describe } from "@effect/vitest"
import {
  type Batch,
  DeliveryId,
  DeliveryLog,
  DeliveryQueue,
  type EventId,
  EventStore,
  type NewEvent,
  RetentionStore,
  type StoragePorts,
  Webhook,
  WebhookId,
  WebhookStore
} from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Fiber, Latch, Layer, Result } from "effect"
import { beginResend, count, during, fatesOf, publish, settleOne, step, takeArrivals, test } from "./besideOthers.ts"
import type { Outside } from "./apart.ts"
import { untilWaiting } from "./lockWaits.ts"
import { claim, delivered, historyEntry, newEvents, owner, uuid, webhookWrite } from "./records.ts"

const otherWebhook = {
  ...webhookWrite,
  webhook: new Webhook({ ...webhookWrite.webhook, id: WebhookId.make(uuid(0x999)) }),
  entry: historyEntry(0x999)
}

/** Rows of runs and of recipients. */
const rows = Effect.all([count("delivered_run"), count("recipient")])

const idsOf = (numbers: ReadonlyArray<number>): ReadonlyArray<EventId> =>
  numbers.map((number) => newEvents(1, number)[0]!.id)

const found = Effect.flatMap(EventStore, (store) =>
  Effect.map(store.find(owner, {}, { limit: 100, direction: "newer" }), (events) => events.map(({ id }) => id))
)

const attemptsOf = (id: EventId) => Effect.flatMap(DeliveryLog, (log) => log.ofEvent(owner, id))

const happenedAt = (from: number, times: ReadonlyArray<number>): ReadonlyArray<NewEvent> =>
  newEvents(times.length, from).map((event, index) => ({ ...event, time: DateTime.makeUnsafe(times[index]!) }))

/** Events are sent as they arrive, and all that arrived together arrives at its receiver together. */
const makeSend = Effect.map(takeArrivals(), ({ arrived }) =>
  Effect.fnUntraced(function* (events: ReadonlyArray<NewEvent>) {
    yield* (yield* EventStore).append(owner, events)
    const batch = arrived.at(-1)!.leased[0]!
    yield* settleOne(delivered(batch))
    return batch
  })
)

/** The answer to each settlement is lost, once it has happened. */
const withLostAnswers = Layer.effect(
  PgClient.PgClient,
  Effect.map(
    PgClient.PgClient,
    (sql) =>
      new Proxy(sql, {
        get: (target, key) => {
          if (key !== "unsafe") return Reflect.get(target, key)
          const unsafe: typeof sql.unsafe = (text, parameters) => {
            const statement = target.unsafe(text, parameters)
            const isSettlement = text.includes("sellerkit.settle(")
            return isSettlement
              ? (Effect.andThen(statement, Effect.die("The answer is lost")) as never)
              : (statement as never)
          }
          return unsafe
        }
      })
  )
)

describe("a run", () => {
  test("is one row for what a request delivered, and none for an event alone", () =>
    Effect.gen(function* () {
      const send = yield* makeSend
      yield* send(newEvents(5, 1))
      assert.deepStrictEqual(yield* rows, [1, 0])
      yield* send(newEvents(1, 10))
      assert.deepStrictEqual(yield* rows, [1, 1])
      assert.deepStrictEqual(yield* found, idsOf([1, 2, 3, 4, 5, 10]))
    }))

  test("has no event twice, and does not overlap with others", () =>
    Effect.gen(function* () {
      const send = yield* makeSend
      yield* send(happenedAt(1, [10, 20, 30]))
      yield* send(happenedAt(4, [15, 40]))
      assert.deepStrictEqual(yield* rows, [1, 2], "they would overlap")
      yield* send(happenedAt(6, [5, 9, 31, 32, 33]))
      assert.deepStrictEqual(yield* rows, [1, 7], "it would lie around the first")
      yield* send(happenedAt(11, [33, 34, 40]))
      assert.deepStrictEqual(yield* rows, [2, 7])
      yield* send(happenedAt(14, [7_200_000, 7_200_001, 14_400_000]))
      assert.deepStrictEqual(yield* rows, [3, 8], "much time lies between")
      assert.lengthOf(yield* found, 16)
    }))

  test("is as long as a row of a page may be", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const send = yield* makeSend
      yield* send(newEvents(401, 1).map((event) => ({ ...event, payload: "{}" })))
      assert.deepStrictEqual(yield* rows, [2, 1])
      const [size] = yield* sql<{ elsewhere: number; longest: number }>`
        select (select max(pg_column_size(d.*)) from sellerkit.delivered_run d) as longest,
          (select sum(pg_relation_size(c.reltoastrelid))::integer from pg_class c
           where c.relname like 'delivered_run%' and c.reltoastrelid <> 0) as elsewhere`
      assert.isAbove(size!.longest, 7000)
      assert.strictEqual(size!.elsewhere, 0)
    }))

  test("is written once when the answer to its settlement was lost, although its process still carries the events", ({
    apart
  }) =>
    Effect.gen(function* () {
      const lossy = Layer.provide(Layer.fresh(PgStorage.layerStores), withLostAnswers)
      const { arrived } = yield* takeArrivals()
      yield* publish(5)
      const batch = arrived[0]!.leased[0]!
      const kept = { ...delivered({ ...batch, events: batch.events.slice(0, 3) }), keepsLease: true }
      const rest = { ...delivered({ ...batch, events: batch.events.slice(3) }) }
      const alone = { ...rest, delivery: { ...rest.delivery, id: DeliveryId.make(uuid(0x999999)) } }
      yield* Effect.exit(Effect.provide(settleOne(kept), lossy))
      assert.deepStrictEqual(yield* rows, [1, 0])
      yield* (yield* DeliveryQueue).settle([kept])
      assert.deepStrictEqual([yield* rows, yield* count("delivery")], [[1, 0], 1])
      yield* Effect.exit(Effect.provide(settleOne(alone), lossy))
      yield* settleOne(alone)
      assert.deepStrictEqual([yield* rows, yield* count("delivery"), yield* count("pending")], [[2, 0], 2, 0])
      assert.deepStrictEqual(yield* apart(found), idsOf([1, 2, 3, 4, 5]))
      for (const id of idsOf([1, 4])) assert.lengthOf(yield* attemptsOf(id), 1)
    }))

  test("is not queued when the lane is given back after its answer was lost", () =>
    Effect.gen(function* () {
      const lossy = Layer.provide(Layer.fresh(PgStorage.layerStores), withLostAnswers)
      const { arrived } = yield* takeArrivals()
      yield* publish(3)
      const batch = arrived[0]!.leased[0]!
      const outcome = { ...delivered({ ...batch, events: batch.events.slice(0, 2) }), keepsLease: true }
      yield* Effect.exit(Effect.provide(settleOne(outcome), lossy))
      yield* (yield* DeliveryQueue).release([batch.lease])
      assert.deepStrictEqual([yield* rows, yield* count("pending")], [[1, 1], 1])
      const [rest] = yield* claim
      assert.lengthOf(rest!.events, 1)
    }))

  test("does not wait although what is left of its request is taken over", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { arrived } = yield* takeArrivals()
      yield* publish(4)
      const batch = arrived[0]!.leased[0]!
      yield* settleOne({ ...delivered({ ...batch, events: batch.events.slice(0, 2) }), keepsLease: true })
      const queue = yield* DeliveryQueue
      assert.strictEqual((yield* queue.backlog).waiting, 2)
      yield* sql`update sellerkit.lane set lease_until = 1`
      yield* sql`update sellerkit.carried set expires_at = 1`
      const [rest] = yield* claim
      assert.deepStrictEqual(
        rest!.events.map(({ event }) => event.id),
        idsOf([3, 4])
      )
      assert.deepStrictEqual(yield* rows, [1, 2])
    }))

  test("is of one partition, and leaves with that of its events", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const week = Duration.toMillis("7 days")
      const [{ now }] = (yield* sql<{ now: number }>`select (sellerkit.milliseconds(null))::float8 as now`) as [
        { now: number }
      ]
      const boundary = Math.floor(now / week) * week
      yield* sql.unsafe("select sellerkit.ensure_partitions($1)", [boundary - week])
      let time = boundary - 5000
      const then = Layer.fresh(PgStorage.layerStores).pipe(
        Layer.provide(
          Layer.succeed(
            PgStorage.DatabaseTime,
            Effect.sync(() => time)
          )
        )
      )
      yield* Effect.gen(function* () {
        const { arrived, held } = yield* takeArrivals()
        yield* publish(3)
        const batch = arrived[0]!.leased[0]!
        held.push(batch.lease)
        time = boundary + 5000
        yield* (yield* EventStore).append(owner, newEvents(3, 4))
        const events = [...batch.events, ...arrived[1]!.joining[0]!.events]
        yield* settleOne(delivered({ ...batch, events }))
      }).pipe(Effect.provide(then))
      assert.deepStrictEqual(yield* rows, [2, 0])
      const partitions = yield* sql<{
        name: string
      }>`select distinct tableoid::regclass::text as name from sellerkit.delivered_run`
      assert.lengthOf(partitions, 2)
      assert.notInclude(JSON.stringify(partitions), "default")
      assert.deepStrictEqual(yield* found, idsOf([1, 2, 3, 4, 5, 6]))
      for (const table of ["delivered_run", "recipient", "event"])
        yield* sql.unsafe(`select sellerkit.drop_partitions($1, $2)`, [table, boundary])
      assert.deepStrictEqual([yield* rows, yield* count("event")], [[1, 0], 3])
      assert.deepStrictEqual(yield* found, idsOf([4, 5, 6]))
    }))
})

describe("events of a run", () => {
  test("are written down by a job before they are settled, or come first: a settlement waits for the job", (outside) =>
    Effect.gen(function* () {
      const { arrived } = yield* takeArrivals()
      yield* publish(3)
      const end = yield* Latch.make(false)
      const beginning = yield* during(outside, beginResend(700), end)
      const settling = yield* Effect.forkChild(settleOne(delivered(arrived[0]!.leased[0]!)))
      yield* outside.apart(untilWaiting(1))
      yield* end.open
      yield* Fiber.join(beginning)
      yield* Fiber.join(settling)
      assert.deepStrictEqual([yield* rows, yield* found], [[0, 3], idsOf([1, 2, 3])])
      yield* step
      assert.deepStrictEqual([yield* rows, yield* count("pending")], [[0, 3], 3])
    }))

  /** In an open transaction that has settled them, while somebody looks at one. */
  const lookWhileSettled = (
    outside: Outside,
    look: Effect.Effect<ReadonlyArray<string>, unknown, PgClient.PgClient | StoragePorts>
  ) =>
    Effect.gen(function* () {
      const { arrived } = yield* takeArrivals()
      yield* publish(3)
      const end = yield* Latch.make(false)
      const settled = yield* Latch.make(false)
      const settling = yield* Effect.forkChild(
        Effect.flatMap(PgClient.PgClient, (sql) =>
          sql.withTransaction(
            settleOne(delivered(arrived[0]!.leased[0]!)).pipe(Effect.tap(settled.open), Effect.tap(end.await))
          )
        )
      )
      yield* settled.await
      assert.deepStrictEqual(yield* outside.apart(look), ["pending"], "without waiting for the end of the transaction")
      yield* end.open
      yield* Fiber.join(settling)
      assert.deepStrictEqual(yield* outside.apart(look), ["delivered"])
      assert.deepStrictEqual(yield* rows, [1, 0])
    })

  test("are not written down by who looks at them while they are settled", (outside) =>
    lookWhileSettled(outside, fatesOf(idsOf([2])[0]!)))

  test("are not written down by who looks over connections of its own", (outside) =>
    Effect.gen(function* () {
      const { url } = (yield* PgClient.PgClient).config
      const { during: duringWork, layer } = PgStorage.makeRequestScopedStorage(url!)
      const ports = yield* Layer.build(layer)
      yield* lookWhileSettled(outside, Effect.provideContext(duringWork(fatesOf(idsOf([2])[0]!)), ports))
    }))

  test("leave no note that they were carried, also where that was put off because their lease was renewed", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { arrived } = yield* takeArrivals()
      yield* publish(3)
      yield* sql`update sellerkit.carried set expires_at = expires_at + 20000`
      yield* settleOne(delivered(arrived[0]!.leased[0]!))
      assert.deepStrictEqual([yield* rows, yield* count("carried")], [[1, 0], 0])
    }))

  test("do not outlive their events, where there is no partition for their run", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const send = yield* makeSend
      yield* send(newEvents(2, 1))
      yield* sql`insert into sellerkit.delivered_run_default
        select seller_id, sandbox, webhook_id, 1, event_id, 1 << 20, 2, last_event, delivery_id, event_ids, array[1 << 20, 2 << 20],
          array[1, 2], bytes from sellerkit.delivered_run`
      assert.deepStrictEqual(yield* rows, [2, 0])
      yield* (yield* RetentionStore).remove("events", Duration.days(30), 100)
      assert.deepStrictEqual([yield* rows, yield* found], [[1, 0], idsOf([1, 2])])
    }))

  test("are not written down by who waits for another lane while they are published and settled", (outside) =>
    Effect.gen(function* () {
      const { arrived } = yield* takeArrivals()
      yield* publish(1)
      const [isFree, isWritten, isSettled] = yield* Effect.all([
        Latch.make(false),
        Latch.make(false),
        Latch.make(false)
      ])
      const holding = yield* during(
        outside,
        Effect.flatMap(PgClient.PgClient, (sql) => sql`select from sellerkit.lane for update`),
        isFree
      )
      const show = Effect.flatMap(PgClient.PgClient, (sql) =>
        sql.withTransaction(
          sql`select sellerkit.show_carried(${owner.sellerId}::uuid, false, null, true)`.pipe(
            Effect.tap(isWritten.open),
            Effect.tap(isSettled.await)
          )
        )
      )
      const showing = yield* Effect.forkChild(outside.apart(show))
      yield* outside.apart(untilWaiting(1))
      yield* (yield* WebhookStore).insert(owner, () => Result.succeed(otherWebhook))
      yield* (yield* EventStore).append(owner, newEvents(3, 50))
      const [batch] = arrived.at(-1)!.leased
      assert.deepStrictEqual([batch!.lease.webhookId, batch!.events.length], [otherWebhook.webhook.id, 3])
      yield* isFree.open
      yield* Fiber.join(holding)
      yield* isWritten.await
      yield* settleOne(delivered(batch!))
      yield* isSettled.open
      yield* Fiber.join(showing)
      // The first webhook got these three as well: they wait in its lane, which was locked.
      assert.deepStrictEqual(yield* rows, [1, 4])
      assert.sameMembers([...(yield* fatesOf(idsOf([50])[0]!))], ["pending", "delivered"])
    }))

  test("are not looked for, to be sent again, where it would not be seen what was settled meanwhile", ({ apart }) =>
    Effect.gen(function* () {
      yield* takeArrivals()
      yield* publish(3)
      const refused = Effect.flatMap(PgClient.PgClient, (sql) =>
        sql.withTransaction(Effect.andThen(sql`set transaction isolation level repeatable read`, beginResend(700)))
      )
      const error = yield* apart(Effect.flip(refused))
      assert.include(inspect(error), "isolation level: expected read committed")
    }))

  test("are rows, and none of a run, where it would not be seen what was written before", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { arrived } = yield* takeArrivals()
      yield* publish(3)
      yield* sql.withTransaction(
        Effect.andThen(
          sql`set transaction isolation level repeatable read`,
          settleOne(delivered(arrived[0]!.leased[0]!))
        )
      )
      assert.deepStrictEqual([yield* rows, yield* found], [[0, 3], idsOf([1, 2, 3])])
    }))

  test("are each shown once in a transaction that saw them before they were settled", (outside) =>
    Effect.gen(function* () {
      const { arrived } = yield* takeArrivals()
      yield* publish(20)
      const all = idsOf(Array.from({ length: 20 }, (_, index) => index + 1))
      const looked = yield* Latch.make(false)
      const settled = yield* Latch.make(false)
      const looking = Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`select sellerkit.show_carried(${owner.sellerId}::uuid, false, null, false)`
        yield* looked.open
        yield* settled.await
        assert.deepStrictEqual(yield* rows, [1, 20])
        const store = yield* EventStore
        const pages = yield* Effect.forEach(["newer", "older"] as const, (direction) =>
          store.find(owner, {}, { limit: 12, direction })
        )
        return yield* Effect.fail(pages.map((page) => page.map(({ id }) => id)))
      })
      const undone = Effect.flip(Effect.flatMap(PgClient.PgClient, (sql) => sql.withTransaction(looking)))
      const fiber = yield* Effect.forkChild(outside.apart(undone))
      yield* looked.await
      yield* settleOne(delivered(arrived[0]!.leased[0]!))
      yield* settled.open
      assert.deepStrictEqual(yield* Fiber.join(fiber), [all.slice(0, 13), all.toReversed().slice(0, 13)])
      assert.deepStrictEqual(yield* rows, [1, 0])
    }))

  test("are each there once when a job takes some and a late outcome takes others", ({ apart }) =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const send = yield* makeSend
      const batch: Batch = yield* send(newEvents(9, 1))
      yield* send(newEvents(1, 10))
      yield* beginResend(700)
      const { fence, owner: of, webhookId } = batch.lease
      const late = { ...batch, lease: { fence, owner: of, webhookId }, events: batch.events.slice(2, 5) }
      const outcome = delivered(late)
      const changes = yield* sql.withTransaction(
        Effect.gen(function* () {
          // Both have to wait before they change anything.
          yield* sql`lock table sellerkit.recipient in share row exclusive mode`
          const settling = settleOne({
            ...outcome,
            delivery: { ...outcome.delivery, id: DeliveryId.make(uuid(0x999)) }
          })
          const running = yield* Effect.forkChild(apart(Effect.all([step, settling], { concurrency: 2 })))
          yield* apart(untilWaiting(2))
          return running
        })
      )
      yield* Fiber.join(changes)
      assert.deepStrictEqual([yield* rows, yield* count("pending")], [[0, 10], 10])
      assert.deepStrictEqual(
        yield* Effect.forEach(idsOf([2, 3, 5, 6]), (id) => Effect.map(attemptsOf(id), ({ length }) => length)),
        [1, 2, 2, 1]
      )
    }))
})
