/** That one seller's receivers cannot take another seller's turn. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { account, owner } from "../fixtures.ts"
import type { Scenario } from "./Scenario.ts"
import { advance, allDeliveries, createWebhook, newReceiver, publish, publishTo, seconds, settled } from "./steps.ts"

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
}
