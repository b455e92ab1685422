/** How a `DeliveryQueue` keeps a lane with one dispatcher at a time. */
import { assert, describe } from "@effect/vitest"
import { type Batch, DeliveryQueue } from "@sellerkit/core"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { webhook } from "../../fixtures.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { numbersIn, claim, claimOne, settle, nextDue, fateOf, setStatus, withVerdict } from "./queueSteps.ts"
import { delivered, failed, insertWebhook, publish } from "../seed.ts"
import { storageTest } from "../storageTest.ts"

export const queueLeaseSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue, leases: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "gives a lane to another dispatcher when its lease has run out",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const first = (yield* claimOne)!
        assert.strictEqual(yield* nextDue, 30_000)
        yield* TestClock.adjust(29_999)
        assert.deepStrictEqual(yield* claim(), [])
        yield* TestClock.adjust(1)
        const second = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(second), [1])
        assert.isAbove(second.lease.fence, first.lease.fence)
      })
    )

    test(
      "does not let an outcome that comes too late undo its successor's",
      Effect.gen(function* () {
        const log = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const stalled = (yield* claimOne)!
        yield* TestClock.adjust("30 seconds")
        const successor = (yield* claimOne)!
        assert.deepStrictEqual(yield* settle(withVerdict(failed(stalled, 900), { _tag: "Dropped" })), [undefined])
        assert.deepStrictEqual((yield* fateOf(1)).fate, "pending")
        assert.deepStrictEqual(yield* claim(), [], "the successor still holds the lane")
        assert.isDefined((yield* settle(delivered(successor, 901)))[0])
        assert.deepStrictEqual(yield* settle(failed(stalled, 902)), [undefined])
        assert.deepStrictEqual(yield* fateOf(1), { webhookId: webhook(1).id, fate: "delivered", attempts: 1 })
        assert.strictEqual(Option.getOrUndefined(yield* log.nextDue([])), undefined)
      })
    )

    for (const [name, end] of [
      ["an outcome", (late: Batch) => settle(failed(late, 902))],
      ["a release", (late: Batch) => Effect.flatMap(DeliveryQueue, (queue) => queue.release([late.lease]))]
    ] as const) {
      test(
        `has what was published due, although ${name} comes too late`,
        Effect.gen(function* () {
          yield* insertWebhook(webhook(1))
          yield* publish([1])
          const stalled = (yield* claimOne)!
          yield* TestClock.adjust("30 seconds")
          yield* settle(delivered((yield* claimOne)!, 901))
          yield* publish([2])
          yield* end(stalled)
          assert.strictEqual(yield* nextDue, 0)
          assert.deepStrictEqual(numbersIn(yield* claimOne), [2])
        })
      )
    }

    test(
      "keeps the lane of a request in flight, although all it carried was dropped and the webhook is enabled anew",
      Effect.gen(function* () {
        const held = yield* insertWebhook(webhook(1))
        yield* publish([1])
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1])
        yield* setStatus(held, "disabled", "0 seconds")
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual((yield* fateOf(1)).fate, "dropped")
        yield* setStatus(held, "enabled")
        yield* publish([2])
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, 30_000)
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2])
      })
    )

    test(
      "accepts an outcome after the lease while nobody else has the lane",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* TestClock.adjust("1 hour")
        assert.isDefined((yield* settle(delivered(batch, 900)))[0])
        assert.strictEqual((yield* fateOf(1)).fate, "delivered")
      })
    )

    test(
      "takes lanes back unsent, due at once and with no attempt counted",
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* queue.release([batch.lease])
        assert.strictEqual(yield* nextDue, 0)
        const again = (yield* claimOne)!
        assert.deepStrictEqual(again.events[0]!.attempts, 0)
        yield* queue.release([batch.lease])
        assert.deepStrictEqual(yield* claim(), [], "an old lease gives nothing back")
      })
    )

    test(
      "does not send twice at once when a webhook is disabled and enabled during a request",
      Effect.gen(function* () {
        const toggled = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* setStatus(toggled, "disabled")
        yield* setStatus(toggled, "enabled")
        assert.deepStrictEqual(yield* claim(), [])
        yield* settle(delivered(batch, 900))
        assert.strictEqual((yield* fateOf(1)).fate, "delivered")
        assert.strictEqual(yield* nextDue, undefined)
      })
    )
  })
}
