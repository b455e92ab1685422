/** The sandbox for programs on Effect. */
import { Events, Resends, SellerId, WebhookId, Webhooks } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Sandbox } from "../src/effect/index.ts"

const layer = Sandbox.layer({ startsAt: "2026-01-15T09:00:00Z", seed: 1 })

describe("the layer of a sandbox", () => {
  it.effect("moves time with TestClock, whatever sleeps on it", () =>
    Effect.gen(function* () {
      const { createWebhook, publish, receiver } = yield* Sandbox
      yield* createWebhook()
      receiver.fail({ times: 2 })
      yield* publish("card_changed")
      const sleeping = yield* Effect.forkChild(Effect.andThen(Effect.sleep("20 seconds"), Clock.currentTimeMillis))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* Fiber.join(sleeping), Date.parse("2026-01-15T09:00:20Z"))
      assert.deepStrictEqual(
        receiver.notifications.map(({ status }) => status),
        [500, 500, 200]
      )
      yield* TestClock.setTime(Date.parse("2026-01-15T10:00:00Z"))
      assert.strictEqual(DateTime.formatIso(yield* DateTime.now), "2026-01-15T10:00:00.000Z")
      const defect = yield* Effect.exit(TestClock.setTime(0))
      assert.include(String(defect), "Simulated time cannot go back")
    }).pipe(Effect.provide(layer))
  )

  it.effect("has the services of the domain, which send again as well", () =>
    Effect.gen(function* () {
      const { advance, createWebhook, receiver, sellerId } = yield* Sandbox
      const account = { sellerId: SellerId.make(sellerId), sandbox: false }
      const { id } = yield* createWebhook({ subscriptions: ["card_changed"] })
      const { webhooks } = yield* (yield* Webhooks).list({ ...account, serviceId: null }, "createdAtAsc")
      assert.deepStrictEqual(
        webhooks.map((webhook) => webhook.subscriptions),
        [[{ scope: "content", event: "card_changed" }]]
      )
      const events = yield* Events
      const payload = { nmID: 1, vendorCode: "one", updatedAt: "2026-01-15T09:00:00Z" }
      yield* events.publish(account, [{ scope: "content", type: "card_changed", payload }])
      yield* advance("1 minute")
      const resends = yield* Resends
      const since = DateTime.makeUnsafe("2026-01-15T09:00:00Z")
      yield* resends.ofPeriod({ viewer: account }, WebhookId.make(id), { since, onlyFailed: false })
      yield* advance("1 minute")
      assert.lengthOf(receiver.notifications, 2)
      assert.lengthOf(receiver.events, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("says why nothing arrived as a failure", () =>
    Effect.gen(function* () {
      const { next, receiver } = yield* Sandbox
      const error = yield* Effect.flip(next(receiver, { within: "5 minutes" }))
      assert.strictEqual(error._tag, "NothingArrived")
      assert.include(error.message, "Nothing arrived within 5m: no webhook has the URL")
    }).pipe(Effect.provide(layer))
  )
})
