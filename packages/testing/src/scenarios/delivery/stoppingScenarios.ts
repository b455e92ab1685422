/** When sending stops, what becomes of what is pending, and how it resumes. */
import { assert } from "@effect/vitest"
import { onBehalfOf, Webhooks } from "@sellerkit/core"
import { DateTime, Effect } from "effect"
import { actor, owner } from "../../fixtures.ts"
import type { Scenario } from "../Scenario.ts"
import {
  advance,
  allDeliveries,
  allNumbers,
  createWebhook,
  edit,
  eventNumbers,
  fateOf,
  fatesOf,
  newReceiver,
  publish,
  seconds,
  settled
} from "../steps.ts"

export const stoppingScenarios = (scenario: Scenario): void => {
  scenario(
    "stops sending at once when a webhook is disabled, and resumes with what was pending",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 500 })
      const { id } = yield* createWebhook(receiver)
      const [first] = yield* publish(1)
      yield* settled
      yield* edit(id, false)
      const [missed] = yield* publish(2)
      assert.strictEqual(missed!.deliveries, 0)
      yield* advance("1 hour")
      assert.strictEqual(receiver.received.length, 1)
      const held = yield* fateOf(first!.id)
      assert.deepStrictEqual([held.fate, held.heldUntil], ["held", DateTime.makeUnsafe(24 * 3_600_000)])
      receiver.answer({ status: 200 })
      yield* edit(id, true)
      yield* settled
      assert.deepStrictEqual(receiver.received.map(seconds), [0, 3600])
      assert.strictEqual((yield* fateOf(first!.id)).fate, "delivered")
      yield* publish(3)
      yield* settled
      assert.deepStrictEqual(allNumbers(receiver), [1, 1, 3])
      assert.strictEqual((yield* fateOf(missed!.id)).dropReason, "webhookDisabled")
      assert.deepStrictEqual(yield* eventNumbers(id), [3, 2, 1], "its history shows what it missed")
    })
  )

  scenario(
    "drops what was pending when a webhook stays disabled for longer than a day",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 500 })
      const { id } = yield* createWebhook(receiver)
      const [event] = yield* publish(1)
      yield* settled
      yield* edit(id, false)
      yield* advance("24 hours")
      const fate = yield* fateOf(event!.id)
      assert.deepStrictEqual([fate.fate, fate.dropReason], ["dropped", "heldTooLong"])
      yield* edit(id, true)
      yield* advance("1 hour")
      assert.strictEqual(receiver.received.length, 1)
    })
  )

  scenario(
    "stops sending at once when a webhook is deleted, and drops what was pending",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 500 })
      const { id } = yield* createWebhook(receiver)
      const [event] = yield* publish(1)
      yield* settled
      yield* (yield* Webhooks).remove(actor(), id)
      yield* publish(2)
      yield* advance("1 hour")
      assert.strictEqual(receiver.received.length, 1)
      assert.strictEqual((yield* fateOf(event!.id)).dropReason, "webhookDeleted")
      assert.strictEqual((yield* allDeliveries()).length, 1, "its history stays")
    })
  )

  scenario(
    "stops sending when the seller disables the service, and resumes when it is enabled again",
    Effect.gen(function* () {
      const webhooks = yield* Webhooks
      const service = owner("reports")
      const receiver = yield* newReceiver
      const other = yield* newReceiver
      receiver.answer({ status: 500 })
      const { id } = yield* createWebhook(receiver, service)
      yield* createWebhook(other)
      yield* publish(1)
      yield* settled
      assert.strictEqual(yield* webhooks.disableService(onBehalfOf(service, "operator")), 1)
      assert.isFalse((yield* webhooks.get({ owner: service, id })).enabled)
      const [missed] = yield* publish(2)
      assert.strictEqual(missed!.deliveries, 1)
      yield* advance("1 hour")
      assert.strictEqual(receiver.received.length, 1)
      assert.deepStrictEqual(allNumbers(other), [1, 2], "other owners are not affected")
      receiver.answer({ status: 200 })
      assert.strictEqual(yield* webhooks.enableService(onBehalfOf(service, "operator")), 1)
      yield* settled
      assert.deepStrictEqual(allNumbers(receiver), [1, 1])
      assert.deepStrictEqual(yield* eventNumbers(id, service), [2, 1])
      assert.deepStrictEqual(
        (yield* fatesOf(missed!.id)).map(({ dropReason, fate }) => [fate, dropReason]),
        [
          ["dropped", "webhookDisabled"],
          ["delivered", undefined]
        ]
      )
      assert.isTrue((yield* webhooks.get({ owner: service, id })).enabled)
    })
  )
}
