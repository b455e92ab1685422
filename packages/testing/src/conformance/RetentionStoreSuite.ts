/** What every `RetentionStore` does. */
import { assert, describe } from "@effect/vitest"
import {
  DeliveryId,
  DeliveryLog,
  EventStore,
  historyRetention,
  type NewResend,
  type RecordKind,
  ResendId,
  ResendStore,
  RetentionStore,
  WebhookStore
} from "@sellerkit/core"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { account, at, entry, newEvent, owner, uuid, webhook } from "../fixtures.ts"
import { claim, claimOne, numbersIn, settle } from "./queue/queueSteps.ts"
import { delivered, failed, insertWebhook, publish, publishEvents } from "./seed.ts"
import { entriesOf } from "./records/historySteps.ts"
import type { StorageTarget } from "./StorageTarget.ts"
import { storageTest } from "./storageTest.ts"

const older = { limit: 100, direction: "older" } as const
const numberOf = ({ id }: { readonly id: string }): number => Number.parseInt(id.slice(-12), 16)

const remove = (kind: RecordKind, age: Duration.Input, most = 100) =>
  Effect.flatMap(RetentionStore, (retention) => retention.remove(kind, Duration.fromInputUnsafe(age), most))

const events = Effect.flatMap(EventStore, (store) =>
  Effect.map(store.find(owner(), {}, older), (found) => found.map(numberOf))
)
const deliveries = Effect.flatMap(DeliveryLog, (log) =>
  Effect.map(log.find(owner(), {}, older), (found) => found.map(numberOf))
)

/** Publishes an event and delivers it, an hour after the one before. */
const deliverEachHour = Effect.fnUntraced(function* (numbers: ReadonlyArray<number>) {
  for (const number of numbers) {
    yield* publish([number])
    yield* settle(delivered((yield* claimOne)!, 900 + number))
    yield* TestClock.adjust("1 hour")
  }
})

/** A job for the first webhook that has nothing to send. */
const job: NewResend = {
  id: ResendId.make(uuid(700)),
  owner: owner(),
  webhookId: webhook(1).id,
  selection: { _tag: "Period", since: at(1_000_000), until: at(1_000_000), onlyFailed: true },
  eventsPerSecond: 1,
  createdAt: at(0)
}

export const retentionStoreSuite = (target: StorageTarget): void => {
  describe(`RetentionStore: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "removes events that are old enough, the oldest first, a few at a time",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* deliverEachHour([1, 2, 3, 4])
        assert.strictEqual(yield* remove("events", "90 minutes", 2), 2)
        assert.deepStrictEqual(yield* events, [4, 3])
        assert.strictEqual(yield* remove("events", "90 minutes", 2), 1)
        assert.strictEqual(yield* remove("events", "90 minutes", 2), 0)
        assert.deepStrictEqual(yield* events, [4])
        assert.deepStrictEqual(yield* deliveries, [904, 903, 902, 901], "attempts have a period of their own")
      })
    )

    test(
      "removes the oldest first, whichever account they are of",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2, { owner: owner(undefined, account(2)) }))
        for (const [number, of] of [1, 2, 1].entries()) {
          yield* publish([10 + number], account(of))
          yield* settle(delivered((yield* claimOne)!, 900 + number))
          yield* TestClock.adjust("1 hour")
        }
        for (const kind of ["events", "deliveries"] as const) assert.strictEqual(yield* remove(kind, "1 minute", 2), 2)
        assert.deepStrictEqual([yield* events, yield* deliveries], [[12], [902]])
      })
    )

    test(
      "counts from when an event was accepted, not from when it happened",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* TestClock.adjust("10 hours")
        yield* publishEvents([newEvent(1, { time: at(0) })])
        yield* settle(delivered((yield* claimOne)!, 900))
        assert.strictEqual(yield* remove("events", "1 hour"), 0)
        yield* TestClock.adjust("61 minutes")
        assert.strictEqual(yield* remove("events", "1 hour"), 1)
      })
    )

    test(
      "keeps what is not old enough, although a clock was wrong in between, and removes all of it in the end",
      Effect.gen(function* () {
        const day = 86_400_000
        yield* TestClock.setTime(100 * day)
        yield* insertWebhook(webhook(1))
        const deliver = Effect.fnUntraced(function* (number: number) {
          yield* publish([number])
          yield* settle(delivered((yield* claimOne)!, 900 + number))
        })
        for (const number of [1, 2, 3, 4]) yield* deliver(number)
        yield* TestClock.setTime(0)
        for (const number of [5, 6, 7]) yield* deliver(number)
        yield* TestClock.setTime(102 * day)
        for (const number of [8, 9]) yield* deliver(number)
        yield* remove("events", "30 days")
        yield* remove("deliveries", "30 days")
        assert.includeMembers([...(yield* events)], [1, 2, 3, 4, 8, 9])
        assert.includeMembers([...(yield* deliveries)], [901, 902, 903, 904, 908, 909])
        yield* TestClock.setTime(131 * day)
        yield* remove("events", "30 days")
        assert.deepStrictEqual([...(yield* events)].toSorted(), [8, 9])
        yield* TestClock.setTime(133 * day)
        yield* remove("events", "30 days")
        yield* remove("deliveries", "30 days")
        assert.deepStrictEqual([yield* events, yield* deliveries], [[], []])
      })
    )

    test(
      "keeps an event that still waits at one of its webhooks",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2))
        yield* publish([1, 2])
        const [first, second] = yield* claim()
        yield* settle(delivered(first!, 900), failed(second!, 901))
        yield* TestClock.adjust("2 hours")
        assert.strictEqual(yield* remove("events", "1 hour"), 0)
        for (const number of [1, 2]) {
          const batch = (yield* claimOne)!
          assert.deepStrictEqual(numbersIn(batch), [number])
          yield* settle(delivered(batch, 910 + number))
        }
        assert.strictEqual(yield* remove("events", "1 hour"), 2)
        assert.deepStrictEqual(yield* events, [])
      })
    )

    test(
      "leaves nothing of an event: its key can be used again, and its number is nobody else's",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const keyed = (number: number) => newEvent(number, { idempotencyKey: "order-1" })
        yield* publishEvents([keyed(1)])
        yield* settle(delivered((yield* claimOne)!, 900))
        yield* TestClock.adjust("2 hours")
        assert.strictEqual(yield* remove("events", "1 hour"), 1)
        const [published] = yield* publishEvents([keyed(2)])
        assert.deepStrictEqual(published, { id: newEvent(2).id, idempotencyKey: "order-1", deliveries: 1 })
        const log = yield* DeliveryLog
        assert.deepStrictEqual(yield* log.ofEvent(owner(), newEvent(2).id), [])
      })
    )

    test(
      "gives nothing of what it removed to anybody else, although a clock shows the same time again",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const deliver = Effect.fnUntraced(function* (number: number) {
          yield* publishEvents([newEvent(number, { time: at(0) })])
          yield* settle(delivered((yield* claimOne)!, 900 + number))
        })
        yield* deliver(1)
        yield* deliver(2)
        yield* TestClock.adjust("2 hours")
        assert.strictEqual(yield* remove("deliveries", "1 hour", 1), 1)
        assert.strictEqual(yield* remove("events", "1 hour"), 2)
        yield* TestClock.setTime(0)
        yield* deliver(3)
        yield* deliver(4)
        const log = yield* DeliveryLog
        for (const number of [3, 4]) {
          assert.deepStrictEqual((yield* log.ofEvent(owner(), newEvent(number).id)).map(numberOf), [900 + number])
        }
        const resends = yield* ResendStore
        const ofDelivery = { _tag: "Delivery", deliveryId: DeliveryId.make(uuid(902)) } as const
        const { total } = yield* resends.insert({ ...job, selection: ofDelivery }, entry(800))
        assert.strictEqual(total, 0)
      })
    )

    test(
      "removes attempts that are old enough, and leaves their events",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* deliverEachHour([1, 2, 3])
        assert.strictEqual(yield* remove("deliveries", "90 minutes"), 2)
        assert.deepStrictEqual(yield* deliveries, [903])
        assert.deepStrictEqual(yield* events, [3, 2, 1])
        const log = yield* DeliveryLog
        assert.deepStrictEqual(yield* log.ofEvent(owner(), newEvent(1).id), [])
        assert.deepStrictEqual((yield* log.ofEvent(owner(), newEvent(3).id)).map(numberOf), [903])
      })
    )

    test(
      "keeps an attempt that is not old enough, although older ones were recorded after it",
      Effect.gen(function* () {
        for (const number of [1, 2, 3, 4]) yield* insertWebhook(webhook(number))
        yield* publish([1])
        const [first, ...others] = yield* claim()
        yield* settle(delivered(first!, 900))
        yield* TestClock.adjust("20 seconds")
        yield* publish([2])
        yield* settle(delivered((yield* claimOne)!, 901))
        yield* settle(...others.map((batch, index) => delivered(batch, 902 + index)))
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* remove("deliveries", "70 seconds"), 4)
        assert.deepStrictEqual(yield* deliveries, [901])
      })
    )

    for (const age of ["Infinity", "1000000 days"] as const)
      test(
        `removes nothing that is to be kept for longer than there have been records: ${age}`,
        Effect.gen(function* () {
          const gone = yield* insertWebhook(webhook(1))
          yield* deliverEachHour([1, 2])
          yield* (yield* WebhookStore).remove({ owner: gone.owner, id: gone.id }, entry(801))
          yield* TestClock.adjust("400 days")
          for (const kind of ["events", "deliveries", "remains"] as const)
            assert.strictEqual(yield* remove(kind, age), 0)
          assert.strictEqual(yield* historyRetention.remove(Duration.fromInputUnsafe(age), 100), 0)
          const history = yield* entriesOf(owner())
          assert.deepStrictEqual([yield* events, yield* deliveries, history.length], [[2, 1], [902, 901], 2])
        })
      )

    test(
      "leads on from a record that is gone",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* deliverEachHour([1, 2, 3])
        const store = yield* EventStore
        const [, second] = yield* store.find(owner(), {}, older)
        const cursor = { time: 1002, id: second!.id }
        yield* remove("events", "90 minutes")
        const found = yield* store.find(owner(), {}, { limit: 10, direction: "newer", cursor })
        assert.deepStrictEqual(found.map(numberOf), [3])
        assert.deepStrictEqual(yield* store.find(owner(), {}, { ...older, cursor }), [])
      })
    )

    test(
      "keeps a deleted webhook for as long as a job names it",
      Effect.gen(function* () {
        const resends = yield* ResendStore
        const gone = yield* insertWebhook(webhook(1))
        yield* resends.insert(job, entry(800))
        yield* (yield* WebhookStore).remove({ owner: gone.owner, id: gone.id }, entry(801))
        yield* TestClock.adjust("2 hours")
        assert.deepStrictEqual(
          Option.map(yield* resends.step(10), ({ state }) => state),
          Option.some("stopped")
        )
        assert.strictEqual(yield* remove("remains", "1 hour"), 0)
        assert.isTrue(Option.isSome(yield* resends.get(account(), job.id)))
        yield* TestClock.adjust("2 hours")
        assert.strictEqual(yield* remove("remains", "1 hour"), 2)
      })
    )

    test(
      "removes a deleted webhook once no record names it, and jobs that have ended",
      Effect.gen(function* () {
        const webhooks = yield* WebhookStore
        const resends = yield* ResendStore
        const gone = yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2))
        yield* deliverEachHour([1])
        yield* settle(...(yield* claim()).map((batch) => delivered(batch, 950)))
        yield* resends.insert(job, entry(800))
        yield* webhooks.remove({ owner: gone.owner, id: gone.id }, entry(801))
        yield* TestClock.adjust("2 hours")
        assert.strictEqual(yield* remove("remains", "1 hour"), 0, "the job still runs")
        yield* resends.step(10)
        yield* TestClock.adjust("2 hours")
        assert.strictEqual(yield* remove("remains", "1 hour"), 1, "the job; events and attempts still name the webhook")
        assert.deepStrictEqual(yield* resends.get(account(), job.id), Option.none())
        yield* remove("events", "1 hour")
        yield* remove("deliveries", "1 hour")
        assert.strictEqual(yield* remove("remains", "1 hour"), 1)
        assert.deepStrictEqual(
          (yield* webhooks.list(owner())).map(({ id }) => id),
          [webhook(2).id]
        )
      })
    )
  })
}
