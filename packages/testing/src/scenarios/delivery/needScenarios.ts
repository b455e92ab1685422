/** So many requests are made at once as receivers need. */
import { assert } from "@effect/vitest"
import type { Account } from "@sellerkit/core"
import { Effect } from "effect"
import { account, owner } from "../../fixtures.ts"
import type { Receiver } from "../receivers/Receiver.ts"
import type { Scenario } from "../Scenario.ts"
import { advance, createWebhook, newReceiver, publishTo, settled } from "../steps.ts"

/** Of sellers from this one on, each with so many webhooks. */
const createWebhooks = Effect.fnUntraced(function* (receiver: Receiver, first: number, sellers: number, each: number) {
  const accounts = Array.from({ length: sellers }, (_, index) => account(first + index))
  for (const of of accounts) {
    for (let number = 0; number < each; number++) yield* createWebhook(receiver, owner(undefined, of))
  }
  return accounts
})

const publishToAll = (accounts: ReadonlyArray<Account>) => Effect.forEach(accounts, (of) => publishTo(of, 1))

export const needScenarios = (scenario: Scenario): void => {
  // As the dispatcher has it: so many requests are young at once, for so many milliseconds.
  const atOnce = 64
  const whileYoung = "5 millis"

  scenario(
    "makes few requests at once to receivers that answer fast, however many webhooks there is something for",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      let most = 0
      receiver.answer(() => {
        most = Math.max(most, receiver.held.size + 1)
        return { status: 200, after: "2 millis" }
      })
      yield* publishToAll(yield* createWebhooks(receiver, 1, 3, 50))
      yield* advance("1 second")
      assert.lengthOf(receiver.received, 150)
      assert.strictEqual(most, atOnce)
    })
  )

  scenario(
    "makes as many as it may where all receivers are slow: twice as many again and again",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      receiver.answer("hang")
      yield* publishToAll(yield* createWebhooks(receiver, 1, 5, 64))
      yield* settled
      const sizes = [receiver.held.size]
      for (let time = 0; time < 4; time++) {
        yield* advance(whileYoung)
        sizes.push(receiver.held.size)
      }
      assert.deepStrictEqual(sizes, [atOnce, 128, 256, 300, 300])
    }),
    { concurrency: 300 }
  )

  scenario(
    "lets many slow receivers hold up a fast one for no longer than their requests are young",
    Effect.gen(function* () {
      const slow = yield* newReceiver
      slow.answer("hang")
      const sellers = yield* createWebhooks(slow, 1, 2, 50)
      const other = account(3)
      const receiver = yield* newReceiver
      yield* createWebhook(receiver, owner(undefined, other))
      yield* publishToAll(sellers)
      yield* settled
      assert.strictEqual(slow.held.size, atOnce)
      yield* publishTo(other, 1)
      yield* settled
      assert.lengthOf(receiver.received, 0)
      yield* advance("1 second")
      assert.strictEqual(slow.held.size, 100)
      yield* publishTo(other, 2)
      yield* settled
      assert.deepStrictEqual(
        receiver.received.map(({ at }) => at),
        [5, 1000]
      )
    })
  )
}
