/** What happens to the same events at the same time, over connections of their own. */
import { assert, describe } from "@effect/vitest"
import {
  type Batch,
  DeliveryQueue,
  EventStore,
  type Outcome,
  RecordStore,
  RetentionStore,
  SellerId,
  type StoragePorts,
  Webhook,
  WebhookId,
  WebhookStore
} from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Fiber, Latch, Layer, Option, Result, Schedule } from "effect"
import {
  beginResend,
  count,
  deliver,
  during,
  fatesOf,
  publish,
  settleOne,
  step,
  takeArrivals,
  test
} from "./besideOthers.ts"
import type { Outside } from "./apart.ts"
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

describe("an event that a process carries", () => {
  test("is not lost when it joins a lane while the failure of that is settled", (outside) =>
    Effect.gen(function* () {
      const second: typeof webhookWrite = {
        ...webhookWrite,
        webhook: new Webhook({ ...webhookWrite.webhook, id: WebhookId.make(uuid(0x999)) }),
        entry: historyEntry(0x999)
      }
      yield* (yield* WebhookStore).insert(owner, () => Result.succeed(second))
      const { arrived, held } = yield* takeArrivals()
      yield* publish(1)
      const leased = arrived[0]!.leased.toSorted((one) => (one.lease.webhookId === second.webhook.id ? 1 : -1))
      held.push(...leased.map(({ lease }) => lease))
      const end = yield* Latch.make(false)
      const lock = Effect.flatMap(
        PgClient.PgClient,
        (sql) => sql`select from sellerkit.lane where webhook_id = ${webhookWrite.webhook.id} for update`
      )
      const locking = yield* during(outside, lock, end)
      const settling = yield* Effect.forkChild(settleOne(failed(leased[0]!)))
      yield* outside.apart(untilWaiting(1))
      const [event] = newEvents(1, 2)
      yield* (yield* EventStore).append(owner, [event!])
      const joined = arrived[1]!.joining.find(({ lease }) => lease === leased[1]!.lease)!
      assert.lengthOf(arrived[1]!.joining, 2)
      yield* end.open
      yield* Fiber.join(locking)
      yield* Fiber.join(settling)
      yield* settleOne(delivered({ ...leased[1]!, events: [...leased[1]!.events, ...joined.events] }))
      assert.sameMembers(yield* fatesOf(event!.id), ["pending", "delivered"])
      assert.deepStrictEqual([yield* count("pending"), yield* count("carried")], [2, 0])
    }))

  test("is settled although a transaction that has looked at it goes on", (outside) =>
    Effect.gen(function* () {
      const { arrived } = yield* takeArrivals()
      yield* publish(1)
      const [event] = newEvents(1, 1)
      const end = yield* Latch.make(false)
      const looking = yield* during(outside, fatesOf(event!.id), end)
      yield* settleOne(delivered(arrived[0]!.leased[0]!))
      yield* end.open
      assert.deepStrictEqual(yield* Fiber.join(looking), ["pending"])
      assert.deepStrictEqual(yield* fatesOf(event!.id), ["delivered"])
    }))

  test("can be looked at while it is settled, whichever of several is written first", (outside) =>
    Effect.gen(function* () {
      yield* takeArrivals()
      yield* publish(2)
      const [first] = newEvents(1, 1)
      /** Writes a recipient of what is carried, as a settlement does. */
      const write = (nth: number) =>
        Effect.flatMap(PgClient.PgClient, (sql) =>
          sql.unsafe(
            `insert into sellerkit.recipient (seller_id, sandbox, webhook_id, time, event_id, number, bytes, due_at, state)
            select p.seller_id, p.sandbox, p.webhook_id, p.time, p.event_id, p.number, p.bytes, p.number >> 20, 0
            from sellerkit.carried c
            cross join unnest(c.seller_ids, c.sandboxes, c.webhook_ids, c.times, c.event_ids, c.numbers, c.bytes)
              as p (seller_id, sandbox, webhook_id, time, event_id, number, bytes)
            order by p.time, p.event_id offset $1 limit 1 on conflict do nothing`,
            [nth]
          )
        )
      const hasLast = yield* Latch.make(false)
      const isAwaited = yield* Latch.make(false)
      const both = Effect.all([write(1), hasLast.open, isAwaited.await, write(0)], { discard: true })
      const writing = yield* Effect.forkChild(
        outside.apart(Effect.flatMap(PgClient.PgClient, (sql) => sql.withTransaction(both)))
      )
      yield* hasLast.await
      const looking = yield* Effect.forkChild(fatesOf(first!.id))
      yield* outside.apart(untilWaiting(1))
      yield* isAwaited.open
      yield* Fiber.join(writing)
      assert.deepStrictEqual(yield* Fiber.join(looking), ["pending"])
    }))

  test("can be looked at in a transaction that writes nothing", ({ apart }) =>
    Effect.gen(function* () {
      const { arrived } = yield* takeArrivals()
      yield* publish(1)
      const look = Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`set transaction read only`
        return yield* (yield* DeliveryQueue).fates(owner, newEvents(1, 1)[0]!.id)
      })
      const found = yield* apart(Effect.flatMap(PgClient.PgClient, (sql) => sql.withTransaction(look)))
      assert.isTrue(Option.isSome(found))
      yield* settleOne(delivered(arrived[0]!.leased[0]!))
    }))

  test("is taken over by others when its lane is free, and not before", (outside) =>
    Effect.gen(function* () {
      const { arrived } = yield* takeArrivals()
      yield* publish(1)
      const sql = yield* PgClient.PgClient
      yield* sql`update sellerkit.lane set lease_until = 1`
      yield* sql`update sellerkit.carried set expires_at = 1`
      const end = yield* Latch.make(false)
      const lock = Effect.flatMap(PgClient.PgClient, (other) => other`select from sellerkit.lane for update`)
      const locking = yield* during(outside, lock, end)
      assert.deepStrictEqual([(yield* claim).length, yield* count("carried")], [0, 1])
      yield* end.open
      yield* Fiber.join(locking)
      const [batch] = yield* claim
      assert.deepStrictEqual([batch!.events.length, yield* count("carried")], [1, 0])
      assert.deepStrictEqual(yield* settleOne(delivered(arrived[0]!.leased[0]!)), [undefined])
      assert.strictEqual((yield* settleOne(delivered(batch!)))[0]?.isLeased, false)
    }))
})

describe("a claim that takes over what processes carry which are alive", () => {
  const run = (statement: string) => Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe(statement))

  /** An event that is carried under a lease that is over, and one that nobody has taken. */
  const carriedTooLong = Effect.fnUntraced(function* ({ apart }: Outside) {
    const { arrived } = yield* takeArrivals()
    yield* publish(1)
    yield* run("update sellerkit.carried set expires_at = 1")
    yield* apart(Effect.flatMap(EventStore, (store) => store.append(owner, newEvents(1, 2))))
    return arrived[0]!.leased[0]!
  })

  test("waits for a settlement, which waits for nothing of it", (outside) =>
    Effect.gen(function* () {
      const batch = yield* carriedTooLong(outside)
      const insert = run(`insert into sellerkit.recipient
          (seller_id, sandbox, webhook_id, time, event_id, number, bytes, due_at, state)
        select c.seller_ids[1], c.sandboxes[1], c.webhook_ids[1], c.times[1], c.event_ids[1], c.numbers[1], c.bytes[1], 0, 0
        from sellerkit.carried c`)
      const inserting = yield* during(outside, insert, yield* Latch.make(false))
      const settling = yield* Effect.forkChild(settleOne(delivered(batch)))
      yield* outside.apart(untilWaiting(1))
      const claiming = yield* Effect.forkChild(outside.apart(claim))
      yield* outside.apart(untilWaiting(2))
      yield* Fiber.interrupt(inserting)
      assert.strictEqual((yield* Fiber.join(settling))[0]?.isLeased, false)
      yield* Fiber.join(claiming)
    }))

  test("has locked nothing else while it waits for a lane", (outside) =>
    Effect.gen(function* () {
      yield* carriedTooLong(outside)
      yield* run("update sellerkit.lane set lease_until = 1")
      const second = { ...webhookWrite.webhook, id: WebhookId.make(uuid(0x999)) }
      const write = { ...webhookWrite, webhook: new Webhook(second), entry: historyEntry(0x999) }
      yield* (yield* WebhookStore).insert(owner, () => Result.succeed(write))
      yield* outside.apart(Effect.flatMap(EventStore, (store) => store.append(owner, newEvents(1, 3))))
      yield* run(`delete from sellerkit.wake where webhook_id = '${webhookWrite.webhook.id}'`)
      const lock = (id: string) => run(`select from sellerkit.lane where webhook_id = '${id}' for update`)
      const waiting = yield* Latch.make(false)
      const other = Effect.gen(function* () {
        yield* lock(second.id)
        yield* waiting.await
        yield* lock(webhookWrite.webhook.id)
      })
      const both = yield* Effect.forkChild(
        outside.apart(Effect.flatMap(PgClient.PgClient, (sql) => sql.withTransaction(other)))
      )
      const isLocked = run("select 1 from sellerkit.lane for update skip locked")
      yield* Effect.repeat(isLocked, { until: (found) => found.length === 1, schedule: Schedule.spaced("5 millis") })
      const claiming = yield* Effect.forkChild(claim)
      yield* outside.apart(untilWaiting(1))
      yield* waiting.open
      yield* Fiber.join(both)
      assert.lengthOf(
        (yield* Fiber.join(claiming)).flatMap(({ events }) => events),
        4
      )
    }))
})

describe("a write about a webhook, while a transaction of a host has records of its account", () => {
  const { id } = webhookWrite.webhook
  const change = Result.succeed({
    answer: undefined,
    changes: { puts: [historyEntry(0x901)], removes: [], events: [] }
  })
  const writes: Readonly<Record<string, Effect.Effect<unknown, unknown, StoragePorts>>> = {
    "a test event": Effect.flatMap(EventStore, (store) =>
      store.appendTest({ owner, id }, newEvents(1, 50), historyEntry(0x902))
    ),
    "a deletion": Effect.flatMap(WebhookStore, (store) => store.remove({ owner, id }, historyEntry(0x902))),
    "a job that sends again": beginResend(0x902)
  }
  for (const [name, write] of Object.entries(writes)) {
    test(`holds up no claim: ${name}`, (outside) =>
      Effect.gen(function* () {
        yield* takeArrivals()
        yield* publish(1)
        // Nobody takes it there: a claim looks at the lane.
        yield* outside.apart(Effect.flatMap(EventStore, (store) => store.append(owner, newEvents(1, 2))))
        const end = yield* Latch.make(false)
        const holding = Effect.flatMap(RecordStore, (records) => records.transact(owner, [], () => change))
        const host = yield* during(outside, holding, end)
        const writing = yield* Effect.forkChild(write)
        yield* outside.apart(untilWaiting(1))
        assert.isTrue(Option.isSome(yield* Effect.timeoutOption(claim, "20 seconds")))
        yield* end.open
        yield* Fiber.join(host)
        yield* Fiber.join(writing)
      }))
  }
})

describe("publications", () => {
  test("of other accounts do not wait for keys that transactions of hosts have, however many", (outside) =>
    Effect.gen(function* () {
      const append = (sellerId: SellerId, from: number, count = 1) =>
        Effect.flatMap(EventStore, (store) => store.append({ sellerId, sandbox: false }, newEvents(count, from)))
      const end = yield* Latch.make(false)
      const host = yield* during(outside, publish(2), end)
      const waiting = [yield* Effect.forkChild(append(owner.sellerId, 1))]
      yield* outside.apart(untilWaiting(1))
      waiting.push(yield* Effect.forkChild(append(owner.sellerId, 2)))
      yield* outside.apart(untilWaiting(2))
      const other = append(SellerId.make(uuid(0x77)), 3)
      assert.isTrue(Option.isSome(yield* Effect.timeoutOption(other, "20 seconds")))
      yield* end.open
      yield* Fiber.join(host)
      yield* Fiber.joinAll(waiting)
    }))
})

describe("a settlement", () => {
  /** Whether its own process and another one are told that there may be something to claim. */
  const tells = (outcome: (batch: Batch) => Outcome, within: Duration.Input, { apart }: Outside) =>
    Effect.gen(function* () {
      const own = Effect.flatMap(DeliveryQueue, ({ awaitWork }) => awaitWork)
      const both = [own, apart(own)]
      yield* publish(2)
      const [batch] = yield* claim
      // What was published is told to all as well, sooner or later.
      const quiet = both.map((told) =>
        Effect.repeat(Effect.timeoutOption(told, "500 millis"), { while: Option.isSome })
      )
      yield* Effect.all(quiet, { concurrency: "unbounded" })
      yield* settleOne(outcome(batch!))
      const told = both.map((one) => Effect.map(Effect.timeoutOption(one, within), Option.isSome))
      return yield* Effect.all(told, { concurrency: "unbounded" })
    })

  test("that leaves nothing to claim wakes nobody", (outside) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* tells(delivered, "500 millis", outside), [false, false])
    }))

  test("that leaves something for later wakes its own process alone", (outside) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* tells(failed, "1 second", outside), [true, false])
    }))

  test("that leaves something which is due wakes the processes of others as well", (outside) =>
    Effect.gen(function* () {
      const one = (batch: Batch) => delivered({ ...batch, events: batch.events.slice(1) })
      assert.deepStrictEqual(yield* tells(one, "30 seconds", outside), [true, true])
    }))
})

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
  const deliveries: Readonly<Record<string, Effect.Effect<unknown, unknown, StoragePorts>>> = {
    "each for itself": Effect.andThen(publish(3), deliver),
    "as a run": Effect.scoped(
      Effect.gen(function* () {
        const { arrived } = yield* takeArrivals()
        yield* publish(3)
        yield* settleOne(delivered(arrived[0]!.leased[0]!))
      })
    )
  }
  const cases = Object.entries(places).flatMap(([place, prepare]) =>
    Object.entries(deliveries).map(([how, deliverThem]) => ({ deliverThem, how, place, prepare }))
  )
  for (const { deliverThem, how, place, prepare } of cases) {
    test(`stay, and are sent: ${place}, delivered ${how}`, ({ apart }) =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* prepare
        yield* Effect.provide(deliverThem, then)
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

    test(`go when they were removed first: ${place}, delivered ${how}`, ({ apart }) =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* prepare
        yield* Effect.provide(deliverThem, then)
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
        assert.strictEqual(yield* count("delivered_run"), 0)
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
