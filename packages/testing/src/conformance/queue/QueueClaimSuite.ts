/** What a `DeliveryQueue` gives to a dispatcher, in which order, and when. */
import { assert, describe } from "@effect/vitest"
import { DeliveryQueue, EventId, largestBatch } from "@sellerkit/core"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { account, cardChanged, newEvent, owner, sealedSecret, uuid, webhook } from "../../fixtures.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { numbersIn, lanesIn, claim, claimOne, settle, nextDue, fatesOf, setStatus, withVerdict } from "./queueSteps.ts"
import { delivered, failed, insertWebhook, publish, publishEvents } from "../seed.ts"
import { storageTest } from "../storageTest.ts"

export const queueClaimSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue, claiming: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "has nothing to claim and nothing due when nothing waits",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, undefined)
      })
    )

    test(
      "gives everything a request needs, with the events in the order they were accepted",
      Effect.gen(function* () {
        yield* TestClock.adjust("1 hour")
        const service = yield* insertWebhook(
          webhook(1, { owner: owner("service", account(1, true)) }),
          sealedSecret("whsec_eA==")
        )
        yield* publish([5, 6], account(1, true))
        yield* publish([3], account(1, true))
        assert.strictEqual(yield* nextDue, 0)
        const batch = (yield* claimOne)!
        assert.deepStrictEqual(batch.lease.owner, service.owner)
        assert.strictEqual(batch.lease.webhookId, service.id)
        assert.strictEqual(batch.url, service.url)
        assert.strictEqual(batch.secret, sealedSecret("whsec_eA=="))
        assert.strictEqual(batch.failures, 0)
        assert.strictEqual(batch.batchSize, largestBatch)
        assert.strictEqual(batch.claimedAt, 3_600_000)
        assert.deepStrictEqual(numbersIn(batch), [5, 6, 3])
        const { id: _id, timeGiven: _given, ...rest } = newEvent(5)
        const event = { ...rest, id: EventId.make(uuid(5)), idempotencyKey: uuid(5), test: false }
        assert.deepStrictEqual(batch.events[0], { event, attempts: 0, waitingSince: 3_600_000 })
      })
    )

    test(
      "keeps one request per lane in flight, and gathers what comes meanwhile",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const first = (yield* claimOne)!
        yield* publish([2, 3])
        assert.deepStrictEqual(yield* claim(), [])
        yield* settle(delivered(first, 900))
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2, 3])
      })
    )

    test(
      "claims the lane that has been due for longest first, and as many as wanted",
      Effect.gen(function* () {
        for (const number of [1, 2, 3]) {
          yield* insertWebhook(webhook(number, { owner: owner(undefined, account(number)) }))
        }
        for (const number of [2, 3, 1]) {
          yield* publish([number], account(number))
          yield* TestClock.adjust("1 second")
        }
        assert.deepStrictEqual(lanesIn(yield* claim({ lanes: 2 })), [uuid(2), uuid(3)])
        assert.deepStrictEqual(lanesIn(yield* claim({ lanes: 2 })), [uuid(1)])
      })
    )

    test(
      "caps a batch by count and by bytes, and takes one event whatever its size",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const large = (number: number) => newEvent(number, { payload: JSON.stringify({ text: "я".repeat(500) }) })
        yield* publishEvents([1, 2, 3, 4].map(large))
        const byBytes = (yield* claim({ bytesPerLane: 2100 }))[0]!
        assert.deepStrictEqual(numbersIn(byBytes), [1, 2])
        yield* settle(delivered(byBytes, 900))
        const alone = (yield* claim({ bytesPerLane: 10 }))[0]!
        assert.deepStrictEqual(numbersIn(alone), [3])
        yield* settle(delivered(alone, 901))
        yield* publish([5, 6])
        assert.deepStrictEqual(numbersIn((yield* claim({ eventsPerLane: 2 }))[0]), [4, 5])
      })
    )

    test(
      "gives batches of more events than it reads at a time",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const numbers = Array.from({ length: 300 }, (_, index) => index + 1)
        yield* publish(numbers)
        const batch = (yield* claim({ eventsPerLane: 250 }))[0]!
        assert.deepStrictEqual(numbersIn(batch), numbers.slice(0, 250))
      })
    )

    test(
      "wakes whoever awaits work when something is published, enabled or given back",
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        const store = yield* insertWebhook(webhook(1, { subscriptions: [cardChanged] }))
        const woken = <E, R>(action: Effect.Effect<unknown, E, R>) =>
          Effect.gen(function* () {
            const waiting = yield* Effect.forkChild(queue.awaitWork)
            yield* Effect.yieldNow
            yield* action
            yield* Fiber.join(waiting)
          })
        yield* woken(publish([1]))
        const batch = (yield* claimOne)!
        yield* woken(queue.release([batch.lease]))
        yield* setStatus(store, "disabled")
        yield* woken(setStatus(store, "enabled"))
      })
    )

    test(
      "does not lose a wake-up that comes while nobody awaits one",
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* queue.awaitWork
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1])
      })
    )

    test(
      "loses nothing while publishing and delivering at the same time",
      Effect.gen(function* () {
        for (const number of [1, 2, 3]) yield* insertWebhook(webhook(number))
        const total = 300
        let number = 0
        let seen = 0
        const publisher = Effect.gen(function* () {
          while (number < total) {
            number += 1
            yield* publish([number])
            if (number % 7 === 0) yield* Effect.yieldNow
          }
        })
        const dispatcher = Effect.gen(function* () {
          let delivery = 0
          while (seen < total * 3) {
            const batches = yield* claim({ eventsPerLane: 10 })
            yield* Effect.yieldNow
            seen += batches.reduce((sum, { events }) => sum + events.length, 0)
            yield* settle(...batches.map((batch) => delivered(batch, 10_000 + delivery++)))
            if (batches.length === 0) yield* Effect.yieldNow
          }
        })
        yield* Effect.all([publisher, dispatcher], { concurrency: "unbounded" })
        for (const checked of [1, 150, total]) {
          assert.deepStrictEqual(
            (yield* fatesOf(checked)).map(({ fate }) => fate),
            ["delivered", "delivered", "delivered"]
          )
        }
        assert.strictEqual(seen, total * 3)
        assert.strictEqual(yield* nextDue, undefined)
      })
    )

    test(
      "lets an event take the fewer others with it the more often it has failed",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish(Array.from({ length: 600 }, (_, index) => index + 1))
        const widest = Effect.map(claim({ eventsPerLane: largestBatch }), ([batch]) => batch!)
        const sizes: Array<number> = []
        let number = 900
        for (let attempts = 0; attempts < 6; attempts++) {
          let batch = yield* widest
          // Events with fewer attempts come first, and arrive.
          while (batch.events[0]!.attempts < attempts) {
            yield* settle(delivered(batch, number++))
            batch = yield* widest
          }
          sizes.push(batch.events.length)
          yield* settle({ ...failed(batch, number++, "0 seconds"), batchSize: largestBatch })
        }
        assert.deepStrictEqual(sizes, [512, 128, 32, 8, 2, 1])
      })
    )

    test(
      "gives events that have failed their turn on a lane that never rests",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle(failed((yield* claimOne)!, 900, "10 seconds"))
        yield* TestClock.adjust("10 seconds")
        const turns: Array<ReadonlyArray<number>> = []
        for (let turn = 0; turn < 3; turn++) {
          yield* publish([10 * turn + 10, 10 * turn + 11])
          const batch = (yield* claim({ eventsPerLane: 1 }))[0]!
          turns.push(numbersIn(batch))
          yield* settle(delivered(batch, 901 + turn))
          yield* TestClock.adjust("40 seconds")
        }
        assert.deepStrictEqual(turns, [[10], [11], [1]])
      })
    )

    test(
      "gives their turn to events that are to be sent again although their request succeeded",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const again = { _tag: "Retry", wait: Duration.zero } as const
        yield* settle(withVerdict(delivered((yield* claimOne)!, 900), again))
        yield* publish([2])
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(numbersIn((yield* claim({ eventsPerLane: 1 }))[0]), [1])
      })
    )

    test(
      "takes the events that failed in the order in which they are due again",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1, 2])
        const slow = failed((yield* claim({ eventsPerLane: 1 }))[0]!, 900, "30 seconds")
        yield* settle({ ...slow, wait: Duration.zero })
        yield* settle({ ...failed((yield* claim({ eventsPerLane: 1 }))[0]!, 901, "10 seconds"), wait: Duration.zero })
        assert.strictEqual(yield* nextDue, 0)
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, 10_000)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2])
      })
    )

    test(
      "claims no further lanes when the events or the bytes of one call are used up",
      Effect.gen(function* () {
        for (const number of [1, 2, 3]) yield* insertWebhook(webhook(number))
        yield* publish([5, 6])
        const byEvents = yield* claim({ events: 3 })
        assert.deepStrictEqual(
          byEvents.map(({ events }) => events.length),
          [2, 2]
        )
        const rest = yield* claim({ bytes: 1 })
        assert.deepStrictEqual(
          rest.map(({ events }) => events.length),
          [2],
          "one lane is always given"
        )
        assert.deepStrictEqual(yield* claim(), [])
      })
    )

    test(
      "sends at once after a success, also when the clock was set back",
      Effect.gen(function* () {
        yield* TestClock.setTime(10_000_000)
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle(delivered((yield* claimOne)!, 900))
        yield* TestClock.setTime(5_000_000)
        yield* publish([2])
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2])
      })
    )
  })
}
