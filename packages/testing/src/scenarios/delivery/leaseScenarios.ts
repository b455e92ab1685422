/** Requests that are made one after the other because one may not carry all that waits. */
import { assert } from "@effect/vitest"
import { Webhooks } from "@sellerkit/core"
import { DateTime, Effect, Redacted } from "effect"
import { actor } from "../../fixtures.ts"
import type { Scenario } from "../Scenario.ts"
import {
  advance,
  allDeliveries,
  allNumbers,
  createWebhook,
  deliveriesOf,
  edit,
  fateOf,
  newReceiver,
  numbersIn,
  publish,
  seconds,
  settled
} from "../steps.ts"

export const leaseScenarios = (scenario: Scenario): void => {
  const oneByOne = { eventsPerBatch: 1 }
  const numbers = Array.from({ length: 40 }, (_, number) => number + 1)

  scenario(
    "sends what one request may not carry in the next ones, in order and one at a time, each recorded for itself",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 200, after: "100 millis" })
      const { id } = yield* createWebhook(receiver)
      yield* publish(...numbers)
      yield* advance("4 seconds")
      assert.deepStrictEqual(
        receiver.received.map(numbersIn),
        numbers.map((number) => [number])
      )
      const begun = numbers.map((_, index) => index / 10)
      assert.deepStrictEqual(receiver.received.map(seconds), begun)
      const recorded = (yield* deliveriesOf(id)).toReversed()
      assert.deepStrictEqual(
        recorded.map(({ success, time }) => [success, DateTime.toEpochMillis(time) / 1000]),
        begun.map((second) => [true, second])
      )
    }),
    oneByOne
  )

  scenario(
    "waits after a failed request, and goes on with what was not sent before it",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer((request) => ({ status: numbersIn(request)[0] === 3 && seconds(request) < 10 ? 500 : 200 }))
      yield* createWebhook(receiver)
      yield* publish(1, 2, 3, 4, 5)
      yield* settled
      assert.deepStrictEqual(allNumbers(receiver), [1, 2, 3])
      yield* advance("10 seconds")
      assert.deepStrictEqual(allNumbers(receiver), [1, 2, 3, 4, 5, 3])
      assert.deepStrictEqual(
        (yield* allDeliveries()).map(({ success }) => success),
        [true, true, false, true, true, true]
      )
    }),
    oneByOne
  )

  scenario(
    "sends nothing after the request under way when the webhook is disabled, and holds the rest",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 200, after: "100 millis" })
      const { id } = yield* createWebhook(receiver)
      const [first, second] = yield* publish(1, 2, 3)
      yield* settled
      yield* edit(id, false)
      yield* advance("1 hour")
      assert.deepStrictEqual(allNumbers(receiver), [1])
      assert.strictEqual((yield* fateOf(first!.id)).fate, "delivered")
      assert.strictEqual((yield* fateOf(second!.id)).fate, "held")
      yield* edit(id, true)
      yield* advance("1 second")
      assert.deepStrictEqual(allNumbers(receiver), [1, 2, 3])
    }),
    oneByOne
  )

  scenario(
    "sends the next request with a refreshed secret, although more was to be sent with the one before",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer({ status: 200, after: "100 millis" })
      const { id, secret } = yield* createWebhook(receiver)
      yield* publish(1, 2, 3)
      yield* settled
      const refreshed = Redacted.value(yield* (yield* Webhooks).refreshSecret(actor(), id))
      yield* advance("1 second")
      assert.deepStrictEqual(
        receiver.received.map(({ headers }) => headers["authorization"]),
        [secret, refreshed, refreshed]
      )
    }),
    oneByOne
  )

  scenario(
    "lets another webhook have its turn before all that waits for one is sent",
    Effect.gen(function* () {
      const busy = yield* newReceiver
      busy.answer({ status: 200, after: "300 millis" })
      yield* createWebhook(busy)
      yield* publish(...numbers)
      yield* settled
      const other = yield* newReceiver
      yield* createWebhook(other)
      yield* publish(100)
      yield* advance("3 seconds")
      assert.lengthOf(other.received, 1)
      assert.isAtMost(seconds(other.received[0]!), 1.2)
    }),
    { ...oneByOne, concurrency: 1 }
  )
}
