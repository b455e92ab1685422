/** Commands wait for a rate budget that is spent, where the wait is short. */
import { StatusTooManyRequests } from "@sellerkit/core/client"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { withinBudget } from "../src/cli/connection/withinBudget.ts"

const spent = (retryAfter: number) =>
  new StatusTooManyRequests({
    title: "too many requests",
    detail: "The budget is spent",
    code: "rate_limited",
    requestId: "r",
    origin: "campaigns.information",
    status: 429,
    statusText: "Too Many Requests",
    timestamp: DateTime.makeUnsafe(0),
    retryAfter,
    limit: 5,
    resetAfter: retryAfter
  })

/** Answers with the failures in turn, and then with how often it was called. */
const failing = (...failures: ReadonlyArray<StatusTooManyRequests>) => {
  let calls = 0
  return Effect.suspend(() => {
    const failure = failures[calls++]
    return failure === undefined ? Effect.succeed(calls) : Effect.fail(failure)
  })
}

describe("a call whose rate budget is spent", () => {
  it.effect("is made again when the answer says so, as often as it takes", () =>
    Effect.gen(function* () {
      const calling = yield* Effect.forkChild(withinBudget(failing(spent(1), spent(5))))
      yield* TestClock.adjust("5999 millis")
      assert.isUndefined(calling.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* Fiber.join(calling), 3)
    })
  )

  it.effect("fails where the wait would be long, as other failures do", () =>
    Effect.gen(function* () {
      const long = spent(6)
      assert.strictEqual(yield* Effect.flip(withinBudget(failing(long))), long)
      assert.strictEqual(yield* Effect.flip(withinBudget(Effect.fail("other"))), "other")
    })
  )
})
