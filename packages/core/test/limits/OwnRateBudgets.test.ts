/** Buckets of one process: what they remember, and that they are given back. That they count right is in test/rateLimiterStore.test.ts. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeTokenBucket } from "../../src/limits/OwnRateBudgets.ts"

const makeBuckets = () => {
  const buckets = new Map()
  const tokenBucket = makeTokenBucket(buckets)
  const take = (key: string, tokens: number) =>
    tokenBucket({ key, tokens, limit: 5, refillRate: Duration.seconds(1), allowOverflow: false })
  return { buckets, take }
}

describe("buckets in memory", () => {
  it.effect("are given back once they are full again, while others are asked for", () =>
    Effect.gen(function* () {
      const { buckets, take } = makeBuckets()
      for (let seller = 0; seller < 1000; seller++) yield* take(`seller ${seller}`, 1)
      assert.strictEqual(buckets.size, 1000)
      yield* TestClock.adjust("2 seconds")
      for (let call = 0; call < 1000; call++) {
        yield* take("another", 0)
        yield* TestClock.adjust(1)
      }
      assert.deepStrictEqual([...buckets.keys()], ["another"])
    })
  )

  it.effect("are no more than callers can empty within the window, however many callers there are", () =>
    Effect.gen(function* () {
      const { buckets, take } = makeBuckets()
      for (let seller = 0; seller < 5000; seller++) {
        yield* take(`seller ${seller}`, 5)
        yield* TestClock.adjust("1 second")
      }
      assert.isBelow(buckets.size, 20)
    })
  )

  it.effect("are no more than that while all callers come at once, and are new", () =>
    Effect.gen(function* () {
      const { buckets, take } = makeBuckets()
      for (let seller = 0; seller < 1000; seller++) yield* take(`seller ${seller}`, 1)
      yield* TestClock.adjust("2 seconds")
      for (let seller = 0; seller < 1000; seller++) yield* take(`new seller ${seller}`, 1)
      assert.isAtMost(buckets.size, 1002)
    })
  )

  it.effect("are kept until then", () =>
    Effect.gen(function* () {
      const { take } = makeBuckets()
      yield* take("one", 5)
      yield* TestClock.adjust("4 seconds")
      for (let call = 0; call < 100; call++) yield* take(`seller ${call}`, 1)
      const [remaining] = yield* take("one", 0)
      assert.strictEqual(remaining, 4)
    })
  )
})
