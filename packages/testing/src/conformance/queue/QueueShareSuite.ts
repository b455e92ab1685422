/** How a `DeliveryQueue` shares the capacity of a dispatcher between accounts. */
import { assert, describe } from "@effect/vitest"
import { type Account, WebhookStore } from "@sellerkit/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { account, entry, owner, uuid, webhook } from "../../fixtures.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { claim, claimOne, fateOf, fatesOf, lanesIn, nextDue, nextDueExcept, setStatus, settle } from "./queueSteps.ts"
import { failed, insertWebhook, publish } from "../seed.ts"
import { storageTest } from "../storageTest.ts"

/** Webhooks of the account with these numbers, and one event for all of them, due a second before what comes next. */
const lanesOf = Effect.fnUntraced(function* (of: Account, numbers: ReadonlyArray<number>) {
  for (const number of numbers) yield* insertWebhook(webhook(number, { owner: owner(undefined, of) }))
  yield* publish([0x1000 + numbers[0]!], of)
  yield* TestClock.adjust("1 second")
})

const ids = (...numbers: ReadonlyArray<number>): Array<string> => numbers.map(uuid)

export const queueShareSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue, sharing: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "gives no more lanes of one account than its share, and others' instead",
      Effect.gen(function* () {
        yield* lanesOf(account(1), [1, 2, 3, 4, 5])
        yield* lanesOf(account(2), [6, 7, 8])
        yield* lanesOf(account(3), [9])
        const found = lanesIn(yield* claim({ lanes: 4, lanesPerAccount: 2 }))
        assert.strictEqual(found.length, 4)
        assert.includeMembers(ids(1, 2, 3, 4, 5), found.slice(0, 2))
        assert.includeMembers(ids(6, 7, 8), found.slice(2), "the longest due first")
        assert.deepStrictEqual(lanesIn(yield* claim({ lanes: 1 })).length, 1)
      })
    )

    test(
      "fills the capacity although one account's lanes stand before all others",
      Effect.gen(function* () {
        const many = Array.from({ length: 30 }, (_, index) => index + 1)
        yield* lanesOf(account(1), many)
        yield* lanesOf(account(2), [101, 102, 103, 104])
        yield* lanesOf(account(3), [105])
        const found = lanesIn(yield* claim({ lanes: 3, lanesPerAccount: 1 }))
        assert.includeMembers(ids(...many), found.slice(0, 1))
        assert.includeMembers(ids(101, 102, 103, 104), found.slice(1, 2))
        assert.deepStrictEqual(found.slice(2), ids(105))
      })
    )

    test(
      "gives each lane once, although it looks further behind those of a full account",
      Effect.gen(function* () {
        yield* lanesOf(account(1), [1])
        yield* lanesOf(account(2), [2, 3, 4])
        const inFlight = [{ account: account(2), lanes: 1 }]
        const found = lanesIn(yield* claim({ lanes: 10, lanesPerAccount: 2, inFlight }))
        assert.strictEqual(found.length, 2)
        assert.deepStrictEqual(found.slice(0, 1), ids(1))
      })
    )

    test(
      "counts what is in flight already",
      Effect.gen(function* () {
        yield* lanesOf(account(1), [1, 2, 3])
        yield* lanesOf(account(2), [4])
        const inFlight = (lanes: number) => ({ lanesPerAccount: 3, inFlight: [{ account: account(1), lanes }] })
        assert.deepStrictEqual(lanesIn(yield* claim(inFlight(3))), ids(4))
        assert.deepStrictEqual(yield* claim(inFlight(4)), [])
        assert.strictEqual((yield* claim(inFlight(2))).length, 1)
        assert.strictEqual((yield* claim(inFlight(1))).length, 2)
      })
    )

    test(
      "takes a seller and its services for one account, and its sandbox for another",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2, { owner: owner("a") }))
        yield* insertWebhook(webhook(3, { owner: owner("b") }))
        yield* insertWebhook(webhook(4, { owner: owner("a", account(1, true)) }))
        yield* publish([5])
        yield* TestClock.adjust("1 second")
        yield* publish([6], account(1, true))
        const found = lanesIn(yield* claim({ lanesPerAccount: 1 }))
        assert.strictEqual(found.length, 2)
        assert.includeMembers(ids(1, 2, 3), found.slice(0, 1))
        assert.deepStrictEqual(found.slice(1), ids(4))
      })
    )

    test(
      "is not due for the lanes of an account that has its share",
      Effect.gen(function* () {
        yield* lanesOf(account(1), [1, 2])
        yield* insertWebhook(webhook(3, { owner: owner(undefined, account(2)) }))
        assert.deepStrictEqual([yield* nextDue, yield* nextDueExcept(account(1))], [0, undefined])
        assert.strictEqual(yield* nextDueExcept(account(1, true), account(9)), 0, "others do not matter")
        yield* publish([5], account(2))
        assert.strictEqual(yield* nextDueExcept(account(1)), 0)
        const request = { inFlight: [{ account: account(1), lanes: 10 }] }
        yield* settle(failed((yield* claim(request))[0]!, 900, "10 seconds"))
        assert.deepStrictEqual([yield* nextDue, yield* nextDueExcept(account(1))], [0, 10_000])
        assert.strictEqual(yield* nextDueExcept(account(1), account(2)), undefined)
      })
    )

    test(
      "drops what a deleted webhook left and what was held too long, whatever share the account has left",
      Effect.gen(function* () {
        const removed = yield* insertWebhook(webhook(1))
        const stopped = yield* insertWebhook(webhook(2))
        const full = { lanesPerAccount: 1, inFlight: [{ account: account(), lanes: 1 }] }
        yield* publish([5])
        yield* setStatus(stopped, "disabled", "1 hour")
        yield* (yield* WebhookStore).remove(removed, entry(60))
        assert.strictEqual(yield* nextDueExcept(account()), 0)
        assert.deepStrictEqual(yield* claim(full), [])
        assert.strictEqual(yield* nextDueExcept(account()), 3_600_000)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* nextDueExcept(account()), 0)
        assert.deepStrictEqual(yield* claim(full), [])
        assert.strictEqual(yield* nextDue, undefined)
        assert.deepStrictEqual(
          (yield* fatesOf(5)).map(({ dropReason }) => dropReason),
          ["webhookDeleted", "heldTooLong"]
        )
      })
    )

    test(
      "takes nothing of a share for what is dropped",
      Effect.gen(function* () {
        const removed = yield* insertWebhook(webhook(1))
        yield* publish([5])
        yield* TestClock.adjust("1 second")
        yield* insertWebhook(webhook(2))
        yield* publish([6])
        yield* (yield* WebhookStore).remove(removed, entry(60))
        assert.deepStrictEqual(lanesIn(yield* claim({ lanesPerAccount: 1 })), ids(2))
        assert.strictEqual((yield* fateOf(5)).dropReason, "webhookDeleted")
      })
    )

    test(
      "counts a webhook again that was disabled and enabled",
      Effect.gen(function* () {
        const toggled = yield* insertWebhook(webhook(1))
        const created = yield* insertWebhook(webhook(2, { status: "disabled" }))
        yield* publish([5])
        yield* setStatus(toggled, "disabled")
        yield* setStatus(toggled, "enabled")
        yield* setStatus(created, "enabled")
        yield* publish([6])
        assert.strictEqual(yield* nextDueExcept(account()), undefined)
        assert.deepStrictEqual(yield* claim({ inFlight: [{ account: account(), lanes: 10 }] }), [])
        assert.strictEqual((yield* claim({ lanesPerAccount: 1 })).length, 1)
        assert.isDefined(yield* claimOne)
      })
    )
  })
}
