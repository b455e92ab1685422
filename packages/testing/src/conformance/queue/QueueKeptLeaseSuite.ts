/** How a `DeliveryQueue` leaves a lane leased between the requests that one claim is for. */
import { assert, describe } from "@effect/vitest"
import { DeliveryId, DeliveryLog, DeliveryQueue, WebhookStore } from "@sellerkit/core"
import { Duration, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { entry, owner, sealedSecret, uuid, webhook } from "../../fixtures.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import {
  claim,
  claimOne,
  deliveredFirst,
  fateOf,
  laneOf,
  nextDue,
  numbersIn,
  setStatus,
  settle,
  withoutFirst
} from "./queueSteps.ts"
import { delivered, failed, insertWebhook, publish } from "../seed.ts"
import { storageTest } from "../storageTest.ts"

/** One event per request, several requests per claim. */
const claimSeveral = Effect.map(claim({ eventsPerLane: 4, eventsPerRequest: 1 }), ([batch]) => batch)

const isLeased = { isLeased: true, announcedFor: undefined }
const isFree = { isLeased: false, announcedFor: undefined }

export const queueKeptLeaseSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue, several requests per lease: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "gives a lane in which nothing has failed for several requests, and any other for one",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1, 2, 3, 4, 5, 6])
        const first = (yield* claimSeveral)!
        assert.deepStrictEqual(numbersIn(first), [1, 2, 3, 4])
        yield* settle(failed({ ...first, events: first.events.slice(0, 1) }, 900, "10 seconds"))
        yield* TestClock.adjust("10 seconds")
        const failing = (yield* claimSeveral)!
        assert.deepStrictEqual([failing.failures, numbersIn(failing)], [1, [2]])
        yield* settle(delivered(failing, 901))
        const withTried = (yield* claimSeveral)!
        assert.deepStrictEqual([withTried.failures, numbersIn(withTried)], [0, [3]], "1 has failed before")
        yield* settle(delivered(withTried, 902))
        for (const number of [4, 5, 6, 1]) {
          const next = (yield* claimSeveral)!
          assert.deepStrictEqual(numbersIn(next), [number])
          yield* settle(delivered(next, 900 + 10 * number))
        }
        yield* publish([7, 8])
        assert.deepStrictEqual(numbersIn(yield* claimSeveral), [7, 8])
      })
    )

    test(
      "records each request at once, and keeps the lane leased until the last",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        const one = yield* insertWebhook(webhook(1))
        yield* publish([1, 2, 3])
        let batch = (yield* claimSeveral)!
        for (const number of [1, 2]) {
          assert.deepStrictEqual(yield* settle(deliveredFirst(batch, 900 + number)), [isLeased])
          assert.deepInclude(yield* fateOf(number), { fate: "delivered", attempts: 1 })
          assert.deepStrictEqual(yield* claim(), [])
          assert.strictEqual(yield* nextDue, 30_000)
          assert.strictEqual((yield* laneOf(one))!.waiting, 3 - number)
          batch = withoutFirst(batch)
        }
        assert.deepStrictEqual(yield* settle(delivered(batch, 903)), [isFree])
        assert.strictEqual(yield* nextDue, undefined)
        const recorded = yield* log.find(owner(), {}, { limit: 10, direction: "newer" })
        assert.deepStrictEqual(
          recorded.map(({ id }) => id),
          [901, 902, 903].map((number) => uuid(number))
        )
      })
    )

    test(
      "leaves what was not sent pending, when the lane is given back or its lease runs out",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1, 2, 3, 4])
        const first = (yield* claimSeveral)!
        yield* settle(deliveredFirst(first, 901))
        yield* publish([5])
        yield* (yield* DeliveryQueue).release([first.lease])
        const second = (yield* claimSeveral)!
        assert.deepStrictEqual(numbersIn(second), [2, 3, 4, 5])
        yield* settle(deliveredFirst(second, 902))
        yield* TestClock.adjust("30 seconds")
        const third = (yield* claimSeveral)!
        assert.deepStrictEqual(numbersIn(third), [3, 4, 5])
        assert.deepStrictEqual(yield* settle(deliveredFirst(withoutFirst(second), 903)), [undefined], "too late")
        assert.deepInclude(yield* fateOf(3), { fate: "pending", attempts: 0 })
        assert.deepStrictEqual(yield* settle(deliveredFirst(third, 904)), [isLeased])
      })
    )

    test(
      "keeps the failure of a later request, and gives the lane back with it",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        yield* publish([1, 2, 3])
        const batch = (yield* claimSeveral)!
        yield* settle(deliveredFirst(batch, 901))
        const second = { ...batch, events: batch.events.slice(1, 2) }
        assert.deepStrictEqual(yield* settle(failed(second, 902, "10 seconds")), [isFree])
        assert.strictEqual((yield* laneOf(one))!.failures, 1)
        assert.strictEqual(yield* nextDue, 10_000)
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(numbersIn(yield* claimOne), [3])
      })
    )

    test(
      "does not keep a lease that has run out",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1, 2])
        const batch = (yield* claimSeveral)!
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(yield* settle(deliveredFirst(batch, 901)), [isFree])
        assert.strictEqual((yield* fateOf(1)).fate, "delivered")
        assert.deepStrictEqual(numbersIn(yield* claimSeveral), [2])
      })
    )

    test(
      "renews a lease that is kept, also where the answer to that was lost",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1, 2, 3])
        const batch = (yield* claimSeveral)!
        yield* TestClock.adjust("20 seconds")
        const first = { ...deliveredFirst(batch, 901), renewal: Duration.seconds(30) }
        assert.deepStrictEqual(yield* settle(first), [isLeased])
        assert.strictEqual(yield* nextDue, 30_000)
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(yield* settle(first), [isLeased])
        assert.strictEqual(yield* nextDue, 30_000)
        yield* TestClock.adjust("29 seconds")
        assert.deepStrictEqual(yield* claim(), [])
        const rest = withoutFirst(batch)
        assert.deepStrictEqual(yield* settle(deliveredFirst(rest, 902)), [isLeased], "as long as it was renewed for")
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(numbersIn(yield* claimSeveral), [3])
      })
    )

    test(
      "renews no lease that has run out, is another's, or is recalled, and none that is given back",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        const renewal = Duration.seconds(30)
        yield* publish([1, 2, 3, 4])
        const late = (yield* claimSeveral)!
        yield* TestClock.adjust("30 seconds")
        const second = (yield* claimSeveral)!
        assert.deepStrictEqual(yield* settle({ ...deliveredFirst(late, 901), renewal }), [undefined])
        assert.strictEqual(yield* nextDue, 30_000)
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* settle({ ...deliveredFirst(late, 902), renewal }), [undefined])
        assert.strictEqual(yield* nextDue, 20_000)
        yield* setStatus(one, "disabled")
        yield* setStatus(one, "enabled")
        assert.deepStrictEqual(yield* settle({ ...deliveredFirst(second, 903), renewal }), [undefined])
        const third = (yield* claimSeveral)!
        yield* settle({ ...delivered({ ...third, events: third.events.slice(0, 1) }, 904), renewal })
        assert.lengthOf(yield* claim(), 1)
      })
    )

    test(
      "tells when a request last succeeded, also while the lease is kept, when the lane was given back, and when others fail",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        const lastSuccess = Effect.map(laneOf(one), (lane) => lane!.lastSuccessAt)
        yield* publish([1, 2, 3])
        const batch = (yield* claimSeveral)!
        assert.isUndefined(yield* lastSuccess)
        const first = deliveredFirst(batch, 901)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* settle(first), [isLeased])
        assert.deepStrictEqual(yield* lastSuccess, first.delivery.time)
        yield* (yield* DeliveryQueue).release([batch.lease])
        assert.deepStrictEqual(yield* lastSuccess, first.delivery.time)
        const rest = (yield* claimSeveral)!
        const second = deliveredFirst(rest, 902)
        yield* settle(second)
        yield* TestClock.adjust("1 second")
        yield* settle(failed(withoutFirst(rest), 903, "10 seconds"))
        assert.deepStrictEqual(yield* lastSuccess, second.delivery.time)
        yield* TestClock.adjust("10 seconds")
        const again = (yield* claimSeveral)!
        const third = { ...delivered(again, 904), keepsLease: true }
        assert.deepStrictEqual(yield* settle(third), [isLeased])
        assert.deepStrictEqual(yield* lastSuccess, third.delivery.time, "of a lane that fails and stays leased")
      })
    )

    test(
      "does not keep the lease of a webhook that is disabled, and holds what was not sent",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        yield* publish([1, 2])
        const batch = (yield* claimSeveral)!
        yield* setStatus(one, "disabled")
        assert.deepStrictEqual(yield* settle(deliveredFirst(batch, 901)), [isFree])
        assert.strictEqual((yield* fateOf(1)).fate, "delivered")
        assert.strictEqual((yield* fateOf(2)).fate, "held")
        assert.deepStrictEqual(yield* claim(), [])
        yield* setStatus(one, "enabled")
        assert.deepStrictEqual(numbersIn(yield* claimSeveral), [2])
      })
    )

    test(
      "does not keep the lease of a webhook that was enabled anew, and nothing of how the request ended",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        yield* publish([1, 2])
        const batch = (yield* claimSeveral)!
        yield* setStatus(one, "disabled")
        yield* setStatus(one, "enabled")
        const first = deliveredFirst(batch, 901)
        assert.deepStrictEqual(yield* settle(first), [undefined])
        assert.strictEqual((yield* fateOf(1)).fate, "delivered")
        assert.deepStrictEqual((yield* laneOf(one))!.lastSuccessAt, first.delivery.time, "as the attempts say")
        assert.deepStrictEqual(numbersIn(yield* claimSeveral), [2])
      })
    )

    test(
      "does not keep the lease of a webhook that is deleted, and drops what was not sent",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        yield* publish([1, 2])
        const batch = (yield* claimSeveral)!
        yield* (yield* WebhookStore).remove(one, entry(60))
        assert.deepStrictEqual(yield* settle(deliveredFirst(batch, 901)), [isFree])
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual((yield* fateOf(1)).fate, "delivered")
        assert.deepInclude(yield* fateOf(2), { fate: "dropped", dropReason: "webhookDeleted" })
      })
    )

    test(
      "does not keep the lease of a webhook that was given another secret, which the next claim has",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1), sealedSecret("old"))
        yield* publish([1, 2])
        const batch = (yield* claimSeveral)!
        const secret = sealedSecret("new")
        yield* (yield* WebhookStore).change(one, (found) =>
          Result.succeed({ webhook: found, secret, entry: entry(60) })
        )
        assert.deepStrictEqual(yield* settle(deliveredFirst(batch, 901)), [isFree])
        const next = (yield* claimSeveral)!
        assert.deepStrictEqual([next.secret, numbersIn(next)], [secret, [2]])
      })
    )

    test(
      "takes an outcome that is settled once more, because the answer was lost, for the same one",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        yield* insertWebhook(webhook(1))
        yield* publish([1, 2, 3])
        const batch = (yield* claimSeveral)!
        const lost = deliveredFirst(batch, 901)
        assert.deepStrictEqual(yield* settle(lost), [isLeased])
        assert.deepStrictEqual(yield* settle(lost), [isLeased])
        const rest = withoutFirst(batch)
        assert.deepStrictEqual(yield* settle(deliveredFirst(rest, 902)), [isLeased])
        assert.deepStrictEqual(yield* settle(delivered(withoutFirst(rest), 903)), [isFree])
        const [first] = yield* log.find(owner(), {}, { limit: 10, direction: "newer" })
        assert.strictEqual(first?.id, DeliveryId.make(uuid(901)))
        assert.lengthOf(yield* log.find(owner(), {}, { limit: 10, direction: "newer" }), 3)
        assert.deepInclude(yield* fateOf(1), { fate: "delivered", attempts: 1 })
      })
    )

    test(
      "settles lanes that stay leased and others in one write",
      Effect.gen(function* () {
        for (const number of [1, 2, 3]) yield* insertWebhook(webhook(number))
        yield* publish([5, 6])
        const [first, second, third] = yield* claim({ eventsPerLane: 4, eventsPerRequest: 1 })
        const settled = yield* settle(
          deliveredFirst(first!, 901),
          delivered(second!, 902),
          failed({ ...third!, events: third!.events.slice(0, 1) }, 903, "10 seconds")
        )
        assert.deepStrictEqual(settled, [isLeased, isFree, isFree])
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, 10_000)
        assert.deepStrictEqual(yield* settle(delivered(withoutFirst(first!), 904)), [isFree])
      })
    )
  })
}
