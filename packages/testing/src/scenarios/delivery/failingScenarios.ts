/** What becomes of a webhook whose receiver fails for long, and who is told. */
import { assert } from "@effect/vitest"
import { OperationalEvents, Webhooks } from "@sellerkit/core"
import { Effect, Stream } from "effect"
import { owner } from "../../fixtures.ts"
import type { Scenario } from "../Scenario.ts"
import {
  advance,
  createWebhook,
  edit,
  fateOf,
  historyActions,
  newReceiver,
  publish,
  settled,
  subscribeHost
} from "../steps.ts"

export const failingScenarios = (scenario: Scenario): void => {
  scenario(
    "tells the host when a webhook fails ten times in a row, disables it a day later, and says so in the history",
    Effect.gen(function* () {
      const host = yield* newReceiver
      yield* subscribeHost(host)
      const receiver = yield* newReceiver
      receiver.answer({ status: 500 })
      const { id } = yield* createWebhook(receiver)
      const isEnabled = Effect.map((yield* Webhooks).get({ owner: owner(), id }), ({ enabled }) => enabled)
      const told = () =>
        host.received.flatMap(({ body }) => body.events.map(({ payload, type }) => ({ type, payload })))
      yield* publish(0, 1)
      yield* advance("50 minutes")
      assert.deepStrictEqual([receiver.received.length, told()], [9, []])
      yield* publish(2)
      yield* advance("10 minutes")
      const announced = receiver.received[9]!.at
      const webhook = { ...owner(), webhookId: id }
      const failing = { ...webhook, waiting: 3, disabledAt: new Date(announced + 24 * 3_600_000).toISOString() }
      assert.deepStrictEqual(told(), [{ type: "webhook_failing", payload: failing }])
      for (let hour = 1; hour < 24; hour++) {
        yield* publish(hour)
        yield* advance("1 hour")
        assert.isTrue(yield* isEnabled)
      }
      yield* publish(24)
      yield* advance("2 hours")
      assert.isFalse(yield* isEnabled)
      assert.deepStrictEqual(yield* historyActions(), ["api createWebhook", "system disableUnreachable"])
      const [, disabled, ...more] = told()
      assert.deepStrictEqual([disabled!.type, more], ["webhook_disabled", []])
      assert.deepInclude(disabled!.payload, { ...webhook, reason: "unreachable" })
      const requests = receiver.received.length
      const [missed] = yield* publish(100)
      assert.deepStrictEqual([missed!.deliveries, (yield* fateOf(missed!.id)).dropReason], [0, "webhookDisabled"])
      yield* advance("3 hours")
      assert.strictEqual(receiver.received.length, requests)
      receiver.answer({ status: 200 })
      yield* edit(id, true)
      yield* advance("1 minute")
      assert.isAbove(receiver.received.length, requests, "what was pending is sent when it is enabled again")
    })
  )

  scenario(
    "tells the host when a webhook that was failing recovers, in the process as well",
    Effect.gen(function* () {
      const inProcess: Array<string> = []
      const { stream } = yield* OperationalEvents
      yield* Effect.forkChild(Stream.runForEach(stream, ({ type }) => Effect.sync(() => inProcess.push(type))))
      const host = yield* newReceiver
      yield* subscribeHost(host)
      const receiver = yield* newReceiver
      receiver.answer({ status: 500 })
      yield* createWebhook(receiver)
      yield* publish(1)
      yield* advance("1 hour")
      yield* publish(2)
      yield* advance("30 minutes")
      receiver.answer({ status: 200 })
      yield* advance("2 hours")
      const told = host.received.flatMap(({ body }) => body.events.map(({ type }) => type))
      assert.deepStrictEqual(told, ["webhook_failing", "webhook_recovered"])
      assert.deepStrictEqual(inProcess, told)
    })
  )

  scenario(
    "disables a webhook at once when its receiver answers 410 Gone",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 410 })
      const { id } = yield* createWebhook(receiver)
      const [event] = yield* publish(1)
      yield* settled
      const { status } = yield* (yield* Webhooks).get({ owner: owner(), id })
      assert.strictEqual(status, "gone")
      assert.deepStrictEqual(yield* historyActions(), ["api createWebhook", "system disableGone"])
      assert.strictEqual((yield* fateOf(event!.id)).fate, "held")
      yield* advance("1 hour")
      assert.strictEqual(receiver.received.length, 1)
      receiver.answer({ status: 200 })
      yield* edit(id, true)
      yield* advance("1 minute")
      assert.strictEqual((yield* fateOf(event!.id)).fate, "delivered")
    })
  )
}
