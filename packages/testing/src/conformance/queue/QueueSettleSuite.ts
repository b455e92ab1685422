/** What outcomes of requests change in a `DeliveryQueue`. */
import { assert, describe } from "@effect/vitest"
import { DeliveryLog, DeliveryQueue, EventId, type EventFate } from "@sellerkit/core"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { account, at, owner, uuid, webhook } from "../../fixtures.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { numbersIn, claim, claimOne, settle, nextDue, fatesOf, fateOf, withVerdict, laneOf } from "./queueSteps.ts"
import { delivered, failed, insertWebhook, publish } from "../seed.ts"
import { storageTest } from "../storageTest.ts"

export const queueSettleSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue, settling: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "is due again at once for what arrived between claim and settle",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const first = (yield* claimOne)!
        yield* publish([2])
        yield* settle(delivered(first, 900))
        assert.strictEqual(yield* nextDue, 0)
        yield* settle(delivered((yield* claimOne)!, 901))
        assert.strictEqual(yield* nextDue, undefined)
      })
    )

    test(
      "gives a lane that has failed no larger batch than its size, which settling sets",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1, 2, 3, 4, 5])
        const first = (yield* claimOne)!
        yield* settle(failed(first, 900))
        yield* TestClock.adjust("10 seconds")
        const second = (yield* claimOne)!
        assert.deepStrictEqual([second.batchSize, numbersIn(second)], [2, [1, 2]])
        yield* settle({ ...delivered(second, 901), batchSize: 3 })
        const third = (yield* claimOne)!
        assert.deepStrictEqual([third.batchSize, numbersIn(third)], [3, [3, 4, 5]])
      })
    )

    test(
      "takes an outcome that is settled once more, because the answer was lost, for the same one",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        const failing = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const lost = { ...failed((yield* claimOne)!, 900, "10 seconds"), announced: true }
        const answer = yield* settle(lost)
        const fate = yield* fateOf(1)
        const unchanged = Effect.gen(function* () {
          assert.deepStrictEqual(yield* fateOf(1), fate)
          assert.strictEqual((yield* laneOf(failing))!.failures, 1)
          const recorded = yield* log.find(owner(), {}, { limit: 10, direction: "older" })
          assert.deepStrictEqual(
            recorded.map(({ id }) => id),
            [lost.delivery.id]
          )
        })
        assert.deepStrictEqual(yield* settle(lost), answer)
        yield* unchanged
        assert.strictEqual(yield* nextDue, 10_000)
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual((yield* claimOne)!.events[0]!.attempts, 1)
        assert.deepStrictEqual(yield* settle(lost), [undefined], "another dispatcher has the lane")
        yield* unchanged
      })
    )

    test(
      "waits as told after a failure, for the lane and for what it carried",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1, 3, 4, 5])
        const first = (yield* claimOne)!
        yield* settle(failed(first, 900, "10 seconds"))
        yield* publish([2])
        assert.strictEqual(yield* nextDue, 10_000, "a lane that backs off collects its events")
        yield* TestClock.adjust(9_999)
        assert.deepStrictEqual(yield* claim(), [])
        yield* TestClock.adjust(1)
        const second = (yield* claimOne)!
        assert.deepStrictEqual(second.failures, 1)
        assert.deepStrictEqual(
          second.events.map(({ attempts, event }) => [event.id, attempts]),
          [
            [uuid(2), 0],
            [uuid(1), 1]
          ],
          "fewest attempts first"
        )
      })
    )

    test(
      "lets an event wait longer than its lane",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const first = failed((yield* claimOne)!, 900, "10 seconds")
        yield* settle(withVerdict(first, { _tag: "Retry", wait: Duration.seconds(40) }))
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, 30_000)
        yield* publish([2])
        assert.strictEqual(yield* nextDue, 0, "a new event is due although an older one waits")
        const second = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(second), [2])
        yield* settle(delivered(second, 901))
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1])
      })
    )

    test(
      "is due when the first of what waits is, however often it has failed",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle({ ...failed((yield* claimOne)!, 900, "0 seconds"), batchSize: 2 })
        yield* publish([2])
        const both = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(both), [2, 1])
        const events = both.events.map(({ attempts, event: { id } }) => ({
          id,
          verdict: { _tag: "Retry", wait: Duration.seconds(attempts === 0 ? 40 : 10) } as const
        }))
        yield* settle({ ...failed(both, 901, "0 seconds"), events })
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, 10_000)
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1])
      })
    )

    test(
      "forgets events that were delivered or dropped, and remembers their fate",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        assert.deepStrictEqual(yield* fateOf(1), {
          webhookId: webhook(1).id,
          fate: "pending",
          attempts: 0,
          nextAttemptAt: at(0)
        })
        yield* settle(failed((yield* claimOne)!, 900, "10 seconds"))
        assert.deepStrictEqual((yield* fateOf(1)).nextAttemptAt, at(10_000))
        yield* TestClock.adjust("10 seconds")
        yield* settle(delivered((yield* claimOne)!, 901))
        assert.deepStrictEqual(yield* fateOf(1), { webhookId: webhook(1).id, fate: "delivered", attempts: 2 })

        yield* publish([2])
        yield* settle(withVerdict(failed((yield* claimOne)!, 902), { _tag: "Dropped" }))
        assert.deepStrictEqual(yield* fateOf(2), {
          webhookId: webhook(1).id,
          fate: "dropped",
          attempts: 1,
          dropReason: "attemptsSpent"
        })
        assert.strictEqual(yield* nextDue, undefined)
      })
    )

    test(
      "settles the lanes of one write independently",
      Effect.gen(function* () {
        const [one, two] = yield* Effect.forEach([1, 2], (number) => insertWebhook(webhook(number)))
        yield* publish([5])
        const [first, second] = yield* claim()
        yield* settle(delivered(first!, 900), failed(second!, 901))
        assert.deepStrictEqual((yield* laneOf(one!))?.failures, 0)
        assert.deepStrictEqual((yield* laneOf(two!))?.failures, 1)
        assert.deepStrictEqual(
          (yield* fatesOf(5)).map(({ fate }) => fate),
          ["delivered", "pending"]
        )
      })
    )

    test(
      "tells the fate at each webhook of the account, and nothing about other accounts' events",
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2, { owner: owner("service") }))
        yield* publish([5])
        assert.deepStrictEqual(
          (yield* fatesOf(5)).map(({ fate, webhookId }: EventFate) => [webhookId, fate]),
          [
            [uuid(1), "pending"],
            [uuid(2), "pending"]
          ]
        )
        assert.deepStrictEqual(yield* queue.fates(account(2), EventId.make(uuid(5))), Option.none())
        assert.deepStrictEqual(yield* queue.fates(account(1, true), EventId.make(uuid(5))), Option.none())
        assert.deepStrictEqual(yield* queue.fates(account(), EventId.make(uuid(6))), Option.none())
      })
    )
  })
}
