/** One seller's receivers, or its backlog, cannot take another seller's turn. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { account, owner } from "../../fixtures.ts"
import type { Scenario } from "../Scenario.ts"
import {
  advance,
  allDeliveries,
  createWebhook,
  newReceiver,
  numbersIn,
  publish,
  publishTo,
  seconds,
  settled
} from "../steps.ts"

export const fairnessScenarios = (scenario: Scenario): void => {
  const options = { concurrency: 6, lanesPerAccount: 4 }

  scenario(
    "does not move another seller's deliveries when many receivers of one seller hang",
    Effect.gen(function* () {
      const hanging = yield* newReceiver
      hanging.answer("hang")
      const webhooks: Array<string> = []
      for (let number = 0; number < 12; number++) webhooks.push((yield* createWebhook(hanging)).id)
      const other = account(2)
      const receiver = yield* newReceiver
      yield* createWebhook(receiver, owner(undefined, other))
      yield* publish(1)
      yield* settled
      assert.strictEqual(hanging.held.size, options.lanesPerAccount)
      const minute = Array.from({ length: 60 }, (_, second) => second)
      for (const second of minute) {
        yield* publishTo(other, second)
        yield* advance("1 second")
        assert.isAtMost(hanging.held.size, options.lanesPerAccount)
      }
      assert.deepStrictEqual(receiver.received.map(seconds), minute)
      const tried = new Set((yield* allDeliveries()).map(({ webhookId }) => webhookId))
      assert.sameMembers([...tried], webhooks, "each of the hanging ones has its turn")
    }),
    options
  )

  scenario(
    "sends another seller's event before the rest of a backlog, although that has waited longer",
    Effect.gen(function* () {
      const busy = yield* newReceiver
      busy.answer({ status: 200, after: "5 seconds" })
      for (let number = 0; number < 12; number++) yield* createWebhook(busy)
      const other = account(2)
      const receiver = yield* newReceiver
      yield* createWebhook(receiver, owner(undefined, other))
      yield* publish(...Array.from({ length: 50 }, (_, number) => number))
      yield* advance("1 second")
      yield* publishTo(other, 1)
      yield* advance("3 seconds")
      assert.lengthOf(receiver.received, 0, "there is room for no more requests")
      yield* advance("1 second")
      assert.deepStrictEqual(receiver.received.map(seconds), [5])
      yield* advance("10 seconds")
      assert.deepStrictEqual(busy.received.map(seconds), [0, 0, 0, 0, 5, 5, 5, 5, 10, 10, 10, 10])
    }),
    { concurrency: 4, fairRate: 10 }
  )

  scenario(
    "sends a backlog in small requests for as long as another seller has events, and in large ones again",
    Effect.gen(function* () {
      const busy = yield* newReceiver
      yield* createWebhook(busy)
      const other = account(2)
      const receiver = yield* newReceiver
      yield* createWebhook(receiver, owner(undefined, other))
      const backlog = Array.from({ length: 40 }, (_, number) => number)
      const sizes = () => busy.received.map((request) => numbersIn(request).length)
      yield* publish(...backlog)
      yield* settled
      assert.deepStrictEqual(sizes(), [40])
      yield* publishTo(other, 1)
      yield* publish(...backlog.map((number) => 100 + number))
      yield* settled
      const small = Array.from({ length: 8 }, () => 5)
      assert.deepStrictEqual(sizes(), [40, ...small])
      yield* advance("2 seconds")
      yield* publish(...backlog.map((number) => 200 + number))
      yield* settled
      assert.deepStrictEqual(sizes(), [40, ...small, 40])
      assert.lengthOf(receiver.received, 1)
    }),
    { fairRate: 20, eventsPerStep: 5 }
  )
}
