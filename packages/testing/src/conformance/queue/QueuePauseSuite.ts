/** What a `DeliveryQueue` does while a lane pauses after a failure: test events do not wait, and the pause can be ended. */
import { assert, describe } from "@effect/vitest"
import { type Batch, DeliveryQueue, EventStore, type Webhook } from "@sellerkit/core"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { account, at, entry, newEvent, webhook } from "../../fixtures.ts"
import { claim, claimOne, fateOf, laneOf, nextDue, numbersIn, setStatus, settle } from "./queueSteps.ts"
import { delivered, failed, insertWebhook, publish } from "../seed.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const sendTest = Effect.fnUntraced(function* (hook: Webhook, ...numbers: ReadonlyArray<number>) {
  const events = numbers.map((number) => newEvent(number))
  yield* (yield* EventStore).appendTest({ owner: hook.owner, id: hook.id }, events, entry(800 + numbers[0]!))
})

const endPause = ({ id, owner: of }: Webhook) => Effect.flatMap(DeliveryQueue, (queue) => queue.endPause(of, id))

/** A webhook that pauses for a minute after its first failure: event 1 has failed, 2 and 3 have come since. */
const pausing = Effect.gen(function* () {
  yield* TestClock.setTime(1000)
  const hook = yield* insertWebhook(webhook(1))
  yield* publish([1])
  yield* settle(failed((yield* claimOne)!, 900, "1 minute"))
  yield* publish([2, 3])
  assert.deepStrictEqual(yield* claim(), [])
  assert.strictEqual(yield* nextDue, 60_000)
  return hook
})

/** As a dispatcher settles a test that was sent while its lane pauses. */
const failedTest = (batch: Batch, number: number) => ({
  ...failed(batch, number),
  failures: batch.failures,
  batchSize: batch.batchSize,
  wait: batch.pausedFor!
})

export const queuePauseSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue, while a lane pauses: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "gives test events at once, alone, and says for how long the lane pauses yet",
      Effect.gen(function* () {
        const hook = yield* pausing
        yield* TestClock.adjust("20 seconds")
        yield* sendTest(hook, 7, 8)
        assert.strictEqual(yield* nextDue, 0)
        assert.deepInclude(yield* fateOf(7), { fate: "pending", nextAttemptAt: at(21_000) })
        const batches = yield* claim()
        // A request that carried one event failed, so that the next one carries no more.
        assert.deepStrictEqual(batches.map(numbersIn), [[7]])
        assert.deepStrictEqual(batches[0]!.pausedFor, Duration.seconds(40))
        assert.deepStrictEqual(yield* claim(), [], "a request is in flight")
      })
    )

    test(
      "gives test events at once, also when the clock is set back before they are claimed",
      Effect.gen(function* () {
        yield* TestClock.setTime(10_000_000)
        const hook = yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle(failed((yield* claimOne)!, 900, "1 minute"))
        yield* publish([2])
        assert.deepStrictEqual(yield* claim(), [])
        yield* sendTest(hook, 7)
        yield* TestClock.setTime(10_000_000 - 3_600_000)
        assert.strictEqual(yield* nextDue, 0)
        assert.deepStrictEqual(numbersIn(yield* claimOne), [7])
      })
    )

    test(
      "goes on pausing as before when a test event has failed, which then waits as well",
      Effect.gen(function* () {
        const hook = yield* pausing
        yield* TestClock.adjust("20 seconds")
        yield* sendTest(hook, 7)
        yield* settle(failedTest((yield* claimOne)!, 901))
        assert.strictEqual(yield* nextDue, 40_000)
        assert.deepStrictEqual(yield* claim(), [])
        assert.deepInclude(yield* laneOf(hook), { failures: 1, waiting: 4, waitUntil: at(61_000) })
        yield* TestClock.adjust("40 seconds")
        const batch = (yield* claimOne)!
        assert.isUndefined(batch.pausedFor)
        assert.sameMembers([...numbersIn(batch)], [2])
      })
    )

    test(
      "gives all that waits as soon as a test event has arrived",
      Effect.gen(function* () {
        const hook = yield* pausing
        yield* sendTest(hook, 7)
        yield* settle({ ...delivered((yield* claimOne)!, 901), batchSize: 512 })
        assert.strictEqual(yield* nextDue, 0)
        const batch = (yield* claimOne)!
        assert.isUndefined(batch.pausedFor)
        assert.deepStrictEqual(numbersIn(batch), [2, 3, 1].slice(0, batch.events.length))
        assert.isAtLeast(batch.events.length, 2)
        assert.deepInclude(yield* laneOf(hook), { failures: 0, waiting: 3 })
      })
    )

    test(
      "gives a test event that came during a request as soon as that has failed",
      Effect.gen(function* () {
        const hook = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* sendTest(hook, 7)
        assert.deepStrictEqual(yield* claim(), [])
        yield* settle(failed(batch, 900, "1 minute"))
        assert.strictEqual(yield* nextDue, 0)
        assert.deepStrictEqual(numbersIn(yield* claimOne), [7])
      })
    )

    test(
      "gives a test event again that was given back",
      Effect.gen(function* () {
        const hook = yield* pausing
        yield* sendTest(hook, 7)
        const { lease } = (yield* claimOne)!
        yield* (yield* DeliveryQueue).release([lease])
        assert.strictEqual(yield* nextDue, 0)
        assert.deepStrictEqual(numbersIn(yield* claimOne), [7])
      })
    )

    test(
      "gives a test event again whose lease has run out",
      Effect.gen(function* () {
        const hook = yield* pausing
        yield* sendTest(hook, 7)
        assert.deepStrictEqual(numbersIn(yield* claimOne), [7])
        yield* TestClock.adjust("31 seconds")
        assert.deepStrictEqual(numbersIn(yield* claimOne), [7])
      })
    )

    test(
      "gives as many test events at once as a request may carry",
      Effect.gen(function* () {
        const hook = yield* pausing
        yield* sendTest(hook, 7, 8, 9)
        const [batch] = yield* claim({ eventsPerRequest: 2 })
        // A request that carried one event failed.
        assert.deepStrictEqual(numbersIn(batch), [7])
        yield* settle(failedTest(batch!, 901))
        assert.deepStrictEqual(numbersIn(yield* claimOne), [8])
      })
    )

    test(
      "gives test events before the rest of a lane that does not pause",
      Effect.gen(function* () {
        const hook = yield* insertWebhook(webhook(1))
        yield* publish([1, 2])
        yield* sendTest(hook, 7)
        const batch = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(batch), [7, 1, 2])
        assert.isUndefined(batch.pausedFor)
      })
    )

    test(
      "has everything due when the pause is ended: what has failed as well, with its attempts and the lane's failures",
      Effect.gen(function* () {
        const hook = yield* pausing
        yield* TestClock.adjust("20 seconds")
        yield* endPause(hook)
        assert.strictEqual(yield* nextDue, 0)
        assert.deepInclude(yield* fateOf(1), { attempts: 1, nextAttemptAt: at(21_000) })
        assert.deepStrictEqual(yield* laneOf(hook), {
          webhookId: hook.id,
          failures: 1,
          waiting: 3,
          failingSince: at(1000)
        })
        const sent: Array<number> = []
        for (let number = 901; sent.length < 3; number++) {
          const batch = (yield* claimOne)!
          sent.push(...numbersIn(batch))
          yield* settle(delivered(batch, number))
        }
        assert.sameMembers(sent, [1, 2, 3])
      })
    )

    test(
      "says since when a lane is overdue, although a pause was ended that there was not",
      Effect.gen(function* () {
        const hook = yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* TestClock.adjust("5 seconds")
        yield* endPause(hook)
        assert.deepStrictEqual((yield* (yield* DeliveryQueue).backlog).overdueFor, Duration.seconds(5))
      })
    )

    test(
      "says since when a lane is overdue whose pause was ended: not since what came while it paused",
      Effect.gen(function* () {
        const hook = yield* pausing
        yield* TestClock.adjust("20 seconds")
        yield* publish([4])
        yield* TestClock.adjust("5 seconds")
        yield* endPause(hook)
        yield* TestClock.adjust("3 seconds")
        assert.deepStrictEqual((yield* (yield* DeliveryQueue).backlog).overdueFor, Duration.seconds(3))
      })
    )

    test(
      "has events due that wait longer than their lane pauses",
      Effect.gen(function* () {
        const hook = yield* pausing
        yield* TestClock.adjust("1 minute")
        const batch = (yield* claimOne)!
        yield* settle({ ...delivered(batch, 901), batchSize: 512 })
        const retried = (yield* claimOne)!
        yield* settle({ ...failed(retried, 902, "1 hour"), failures: 0, batchSize: 512, wait: Duration.zero })
        assert.deepStrictEqual(yield* claim(), [])
        yield* endPause(hook)
        assert.deepStrictEqual(numbersIn(yield* claimOne), numbersIn(retried))
      })
    )

    test(
      "changes nothing when the pause is ended of a lane that is in flight, or to which nothing is sent, or that is not there",
      Effect.gen(function* () {
        const hook = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* endPause(hook)
        assert.deepStrictEqual(yield* claim(), [])
        yield* settle(failed(batch, 900, "1 minute"))
        assert.strictEqual(yield* nextDue, 60_000)
        yield* endPause(webhook(2))
        yield* (yield* DeliveryQueue).endPause(account(2), hook.id)
        yield* setStatus(hook, "disabled")
        yield* endPause(hook)
        assert.deepStrictEqual(yield* claim(), [])
        assert.deepInclude(yield* fateOf(1), { fate: "held" })
      })
    )
  })
}
