/** What a `DeliveryQueue` does when the clock is set back: only waits and leases hold anything up. */
import { assert, describe } from "@effect/vitest"
import { ResendId, ResendStore } from "@sellerkit/core"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { at, entry, owner, uuid, webhook } from "../../fixtures.ts"
import { claim, claimOne, nextDue, numbersIn, setStatus, settle, withVerdict } from "./queueSteps.ts"
import { delivered, failed, insertWebhook, publish } from "../seed.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const before = 10_000_000
const back = before - 3_600_000

const setBack = TestClock.setTime(back)

export const queueClockSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue, when the clock is set back: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "gives what was never tried, in its order",
      Effect.gen(function* () {
        yield* TestClock.setTime(before)
        yield* insertWebhook(webhook(1))
        yield* publish([2])
        yield* TestClock.adjust("1 second")
        yield* publish([1])
        assert.deepStrictEqual(yield* claim({ lanes: 0 }), [])
        yield* setBack
        assert.strictEqual(yield* nextDue, 0)
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2, 1])
        assert.strictEqual(yield* nextDue, 30_000, "the lease begins by the clock as it is")
      })
    )

    test(
      "gives what is behind a request that ended before",
      Effect.gen(function* () {
        yield* TestClock.setTime(before)
        yield* insertWebhook(webhook(1))
        yield* publish([1, 2])
        const [first] = yield* claim({ eventsPerLane: 1 })
        yield* settle(delivered(first!, 900))
        yield* setBack
        assert.strictEqual(yield* nextDue, 0)
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2])
      })
    )

    test(
      "goes on after a request that ends only then",
      Effect.gen(function* () {
        yield* TestClock.setTime(before)
        yield* insertWebhook(webhook(1))
        yield* publish([1, 2])
        const [first] = yield* claim({ eventsPerLane: 1 })
        yield* setBack
        assert.deepStrictEqual(yield* claim(), [], "it is in flight")
        yield* settle(delivered(first!, 900))
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2])
      })
    )

    test(
      "gives what was put back to be sent again",
      Effect.gen(function* () {
        const resends = yield* ResendStore
        yield* TestClock.setTime(before)
        yield* insertWebhook(webhook(1))
        yield* publish([1, 2])
        yield* settle(delivered((yield* claimOne)!, 900))
        const selection = { _tag: "Period", since: at(0), until: at(before), onlyFailed: false } as const
        const job = { id: ResendId.make(uuid(700)), owner: owner(), webhookId: webhook(1).id, eventsPerSecond: 1 }
        yield* resends.insert({ ...job, selection, createdAt: at(before) }, entry(800))
        yield* resends.step(10)
        yield* setBack
        const [first] = yield* claim()
        assert.deepStrictEqual(numbersIn(first), [1])
        yield* settle(delivered(first!, 901))
        yield* resends.step(10)
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2], "the job goes on as well")
      })
    )

    test(
      "gives what is published after a lease had run out behind which nothing waited",
      Effect.gen(function* () {
        yield* TestClock.setTime(before)
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle({ ...delivered((yield* claimOne)!, 900), keepsLease: true })
        yield* TestClock.adjust("31 seconds")
        assert.deepStrictEqual(yield* claim(), [])
        yield* setBack
        yield* publish([2])
        assert.strictEqual(yield* nextDue, 0)
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2])
      })
    )

    test(
      "leaves a lane alone that pauses, with what comes meanwhile",
      Effect.gen(function* () {
        yield* TestClock.setTime(before)
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle(failed((yield* claimOne)!, 900, "10 seconds"))
        yield* setBack
        assert.deepStrictEqual(yield* claim(), [])
        yield* publish([2])
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, 3_610_000)
      })
    )

    test(
      "leaves an event alone that waits by itself, and gives what was never tried",
      Effect.gen(function* () {
        yield* TestClock.setTime(before)
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const verdict = { _tag: "Retry", wait: Duration.seconds(10) } as const
        yield* settle(withVerdict(delivered((yield* claimOne)!, 900), verdict))
        yield* publish([2])
        yield* setBack
        const [batch] = yield* claim()
        assert.deepStrictEqual(numbersIn(batch), [2])
        yield* settle(delivered(batch!, 901))
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, 3_610_000)
      })
    )

    test(
      "holds what is held for as long as was said",
      Effect.gen(function* () {
        yield* TestClock.setTime(before)
        const one = yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* setStatus(one, "disabled", "2 hours")
        yield* setBack
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, 3 * 3_600_000)
      })
    )
  })
}
