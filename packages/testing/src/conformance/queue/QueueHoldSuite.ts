/** What a `DeliveryQueue` does with what waits for a webhook that is not enabled. */
import { assert, describe } from "@effect/vitest"
import { largestBatch, WebhookStore } from "@sellerkit/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { at, entry, webhook } from "../../fixtures.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { numbersIn, claim, claimOne, settle, nextDue, fateOf, laneOf, setStatus } from "./queueSteps.ts"
import { delivered, failed, insertWebhook, publish } from "../seed.ts"
import { storageTest } from "../storageTest.ts"

export const queueHoldSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue, holding: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "holds what is pending while the webhook is disabled, and sends it when it is enabled again",
      Effect.gen(function* () {
        const stopped = yield* insertWebhook(webhook(1))
        yield* publish([1, 2])
        yield* setStatus(stopped, "disabled")
        assert.deepStrictEqual(yield* claim(), [])
        const heldUntil = at(24 * 3_600_000)
        assert.deepStrictEqual(yield* fateOf(1), { webhookId: stopped.id, fate: "held", attempts: 0, heldUntil })
        yield* TestClock.adjust("1 hour")
        assert.strictEqual((yield* publish([3]))[0]!.deliveries, 0)
        assert.strictEqual(yield* nextDue, 23 * 3_600_000, "what happens meanwhile leaves its lane as it is")
        yield* TestClock.adjust("22 hours")
        assert.deepStrictEqual(yield* claim(), [])
        yield* setStatus(stopped, "enabled")
        assert.strictEqual(yield* nextDue, 0)
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1, 2])
        assert.strictEqual((yield* fateOf(3)).dropReason, "webhookDisabled", "events that happen meanwhile are missed")
      })
    )

    test(
      "drops what was held for too long, bit by bit",
      Effect.gen(function* () {
        const stopped = yield* insertWebhook(webhook(1))
        yield* publish(Array.from({ length: 2500 }, (_, index) => index + 1))
        yield* setStatus(stopped, "disabled")
        assert.strictEqual(yield* nextDue, 24 * 3_600_000)
        yield* TestClock.adjust("24 hours")
        assert.strictEqual((yield* fateOf(1)).fate, "held", "it would still be sent if the webhook were enabled now")
        let claims = 0
        while ((yield* nextDue) === 0) {
          assert.deepStrictEqual(yield* claim(), [])
          claims++
        }
        assert.isAbove(claims, 1)
        assert.deepStrictEqual(yield* fateOf(1), {
          webhookId: stopped.id,
          fate: "dropped",
          attempts: 0,
          dropReason: "heldTooLong"
        })
        yield* setStatus(stopped, "enabled")
        assert.deepStrictEqual(yield* claim(), [])
        assert.deepStrictEqual((yield* fateOf(2500)).dropReason, "heldTooLong")
      })
    )

    test(
      "starts afresh when a webhook is enabled again",
      Effect.gen(function* () {
        const failing = yield* insertWebhook(webhook(1))
        yield* publish([1, 2, 3])
        yield* settle(failed((yield* claimOne)!, 900, "15 minutes"))
        yield* setStatus(failing, "unreachable")
        yield* TestClock.adjust("20 minutes")
        yield* setStatus(failing, "enabled")
        const batch = (yield* claimOne)!
        assert.deepStrictEqual([batch.failures, batch.batchSize], [0, largestBatch])
        yield* settle(failed(batch, 901))
        assert.deepStrictEqual(
          (yield* laneOf(failing))!.failingSince,
          at(1_200_000),
          "not since before it was disabled"
        )
      })
    )

    test(
      "keeps nothing of a request that was in flight when its webhook was disabled and enabled again",
      Effect.gen(function* () {
        const failing = yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle(failed((yield* claimOne)!, 900, "10 seconds"))
        yield* TestClock.adjust("10 seconds")
        const inFlight = (yield* claimOne)!
        yield* setStatus(failing, "disabled")
        yield* setStatus(failing, "enabled")
        yield* publish([2])
        const [lane] = yield* settle(failed(inFlight, 901, "15 minutes"))
        assert.isUndefined(lane)
        assert.strictEqual((yield* fateOf(1)).attempts, 2, "the attempt counts for the event")
        assert.strictEqual(yield* nextDue, 0)
        const batch = (yield* claimOne)!
        assert.deepStrictEqual([numbersIn(batch), batch.failures, batch.batchSize], [[2], 0, largestBatch])
      })
    )

    test(
      "settles a request that was in flight when its webhook was disabled, and holds what failed",
      Effect.gen(function* () {
        const stopped = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* setStatus(stopped, "disabled")
        yield* settle(failed(batch, 900))
        assert.deepStrictEqual([(yield* fateOf(1)).fate, (yield* fateOf(1)).attempts], ["held", 1])
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* claim(), [])
      })
    )

    test(
      "drops what waits for a webhook that is deleted",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const removed = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* publish([2])
        yield* store.remove(removed, entry(60))
        assert.strictEqual((yield* fateOf(2)).dropReason, "webhookDeleted")
        assert.deepStrictEqual(yield* claim(), [])
        yield* settle(delivered(batch, 900))
        assert.strictEqual((yield* fateOf(1)).fate, "delivered", "it was on its way already")
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, undefined)
        assert.deepStrictEqual(yield* fateOf(2), {
          webhookId: removed.id,
          fate: "dropped",
          attempts: 0,
          dropReason: "webhookDeleted"
        })
      })
    )
  })
}
