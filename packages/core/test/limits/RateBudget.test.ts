/** Token buckets per owner and operation (contract, Rate limiting). */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import type { Owner } from "../../src/access/Account.ts"
import { configurationLimits } from "../../src/configuration/http/configurationLimits.ts"
import { Limits } from "../../src/limits/Limits.ts"
import * as OwnRateBudgets from "../../src/limits/OwnRateBudgets.ts"
import { type Budgeted, BudgetSpent, RateBudget } from "../../src/limits/RateBudget.ts"
import { webhookLimits } from "../../src/webhooks/http/webhookLimits.ts"
import { owner } from "../fixtures.ts"

/** Five requests a minute: one more every twelve seconds. */
const layer = RateBudget.layer.pipe(
  Layer.provide(OwnRateBudgets.layer),
  Layer.provide(Layer.succeed(Limits, { urlChecks: { permits: 5, window: "1 minute" } }))
)

const check: Budgeted = { operation: "webhooks.checkUrl", limit: webhookLimits.urlChecks }

const spend = (of: Owner = owner(), budgeted: Budgeted = check) =>
  Effect.flatMap(RateBudget, (budget) => budget.spend(of, budgeted))

const left = (of: Owner | undefined = owner(), budgeted: Budgeted = check) =>
  Effect.flatMap(RateBudget, (budget) => budget.remaining(of, budgeted))

const spendAll = Effect.replicateEffect(spend(), 5)

/** Seconds until the next request and until the budget is full, once it is spent. */
const refusal = Effect.map(Effect.flip(spend()), (spent) => {
  assert.instanceOf(spent, BudgetSpent)
  return [Duration.toSeconds(spent.retryAfter), Duration.toSeconds(spent.resetAfter)]
})

const test = (title: string, body: Effect.Effect<void, unknown, RateBudget>): void =>
  it.effect(title, () => Effect.provide(body, layer))

describe("a rate budget", () => {
  test(
    "lets a whole budget be spent at once, and counts down",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* spendAll, [4, 3, 2, 1, 0])
    })
  )

  test(
    "that is the account's is spent by the seller and all its services together, but not by the sandbox",
    Effect.gen(function* () {
      const { campaignConfiguration } = configurationLimits
      const configuration = { operation: "configuration.get", limit: campaignConfiguration }
      yield* spend(owner(), configuration)
      assert.strictEqual(yield* left(owner("stock-sync"), configuration), 0)
      assert.strictEqual(yield* left(owner(undefined, true), configuration), 1)
    })
  )

  test(
    "refuses what goes beyond, and says how much it holds",
    Effect.gen(function* () {
      yield* spendAll
      const spent = yield* Effect.flip(spend())
      assert.instanceOf(spent, BudgetSpent)
      assert.strictEqual(spent.permits, 5)
      assert.strictEqual(spent.message, "The budget of 5 requests is spent; the next is possible in 12s")
    })
  )

  test(
    "has one more request after its share of the window",
    Effect.gen(function* () {
      yield* spendAll
      yield* TestClock.adjust(11_999)
      assert.isTrue(Result.isFailure(yield* Effect.result(spend())))
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* spend(), 0)
      assert.isTrue(Result.isFailure(yield* Effect.result(spend())))
    })
  )

  test(
    "is full again after the window, and never fuller",
    Effect.gen(function* () {
      yield* spendAll
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* left(), 5)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* left(), 5)
    })
  )

  test(
    "says when the next request is possible and when it is full again",
    Effect.gen(function* () {
      yield* spendAll
      assert.deepStrictEqual(yield* refusal, [12, 60])
    })
  )

  test(
    "says so from where it stands in time",
    Effect.gen(function* () {
      yield* spendAll
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* refusal, [7, 55])
    })
  )

  test(
    "keeps what it said: the next request is possible then",
    Effect.gen(function* () {
      yield* spendAll
      yield* TestClock.adjust("5 seconds")
      const [retryAfter] = yield* refusal
      yield* TestClock.adjust(Duration.seconds(retryAfter!))
      assert.strictEqual(yield* spend(), 0)
    })
  )

  test(
    "keeps what it said: it is full again then",
    Effect.gen(function* () {
      yield* spendAll
      yield* TestClock.adjust("5 seconds")
      const [, resetAfter] = yield* refusal
      yield* TestClock.adjust(Duration.sum(Duration.seconds(resetAfter!), Duration.millis(-1)))
      assert.strictEqual(yield* left(), 4)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* left(), 5)
    })
  )

  test(
    "is not spent by requests that it refuses",
    Effect.gen(function* () {
      yield* spendAll
      yield* Effect.replicateEffect(Effect.flip(spend()), 10)
      yield* TestClock.adjust("12 seconds")
      assert.strictEqual(yield* spend(), 0)
    })
  )
})

describe("looking at a rate budget", () => {
  test(
    "spends nothing",
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* Effect.replicateEffect(left(), 10),
        Array.from({ length: 10 }, () => 5)
      )
      assert.strictEqual(yield* spend(), 4)
    })
  )

  test(
    "shows what spending left",
    Effect.gen(function* () {
      yield* spend()
      yield* spend()
      assert.strictEqual(yield* left(), 3)
    })
  )

  test(
    "shows nothing left once it is spent",
    Effect.gen(function* () {
      yield* spendAll
      assert.strictEqual(yield* left(), 0)
    })
  )

  test(
    "shows a full one to nobody in particular",
    Effect.gen(function* () {
      yield* spendAll
      const budget = yield* RateBudget
      assert.strictEqual(yield* budget.remaining(undefined, check), 5)
    })
  )
})

describe("spending a rate budget leaves alone", () => {
  const others = [
    ["another operation of the same limit", owner(), { ...check, operation: "webhooks.checkUrlAgain" }],
    ["the seller's service", owner("stock-sync"), check],
    ["the seller's sandbox", owner(undefined, true), check],
    ["the service's sandbox", owner("stock-sync", true), check]
  ] as const

  for (const [what, other, budgeted] of others) {
    test(
      `the budget of ${what}`,
      Effect.gen(function* () {
        yield* spendAll
        assert.strictEqual(yield* left(other, budgeted), 5)
      })
    )
  }
})
