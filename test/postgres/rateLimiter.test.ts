/** Rate budgets in the database: as those in memory are, and the same for all who share it. */
import { assert, describe, it } from "@effect/vitest"
import * as PgStorage from "@sellerkit/storage-pg"
import { Clock, Context, Duration, Effect, Layer, Schema } from "effect"
import { RateLimiter } from "effect/persistence"
import { TestClock } from "effect/testing"
import { postgresClient, postgresDatabase } from "../targets.ts"

const testTime = Layer.succeed(PgStorage.DatabaseTime, Clock.currentTimeMillis)

const storeOf = <E>(layer: Layer.Layer<RateLimiter.RateLimiterStore, E>) =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const context = yield* Layer.buildWithScope(Layer.fresh(layer), scope)
    return Context.get(context, RateLimiter.RateLimiterStore)
  })

/** One process's view of the budgets. */
const makeStore = Effect.fnUntraced(function* (database: Effect.Success<typeof postgresDatabase>) {
  return yield* storeOf(
    PgStorage.layerRateLimiterStore.pipe(Layer.provide(postgresClient(database)), Layer.provide(testTime))
  )
})

const Step = Schema.Struct({
  key: Schema.Literals(["one", "two"]),
  tokens: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })),
  wait: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2500 })),
  allowOverflow: Schema.Boolean
})

const trial = Schema.Array(Step)

const refillRate = Duration.millis(700)

describe("budgets in the database", () => {
  it.effect.prop(
    "are spent and refilled as those in memory",
    [trial],
    ([steps]) =>
      Effect.gen(function* () {
        const shared = yield* makeStore(yield* postgresDatabase)
        const memory = yield* storeOf(RateLimiter.layerStoreMemory)
        for (const { allowOverflow, key, tokens, wait } of steps) {
          const bucket = { key, tokens, limit: 5, refillRate, allowOverflow }
          assert.deepStrictEqual(yield* shared.tokenBucket(bucket), yield* memory.tokenBucket(bucket))
          const counter = { key: `window of ${key}`, tokens, limit: allowOverflow ? undefined : 5, refillRate }
          assert.deepStrictEqual(yield* shared.fixedWindow(counter), yield* memory.fixedWindow(counter))
          yield* TestClock.adjust(wait)
        }
      }).pipe(Effect.scoped, Effect.orDie),
    { arbitrary: { runs: 15, seed: "sellerkit", size: 30 } }
  )

  it.effect("are refilled as fast after the clock was set back", () =>
    Effect.gen(function* () {
      const store = yield* makeStore(yield* postgresDatabase)
      const bucket = { key: "one", tokens: 1, limit: 1, refillRate, allowOverflow: false }
      const counter = { key: "window", tokens: 1, limit: 1, refillRate }
      yield* TestClock.setTime(10_000_000)
      yield* store.tokenBucket(bucket)
      yield* store.fixedWindow(counter)
      yield* TestClock.setTime(1_000_000)
      assert.strictEqual((yield* store.tokenBucket(bucket))[0], -1)
      assert.deepStrictEqual(yield* store.fixedWindow(counter), [2, 700])
      yield* TestClock.adjust(refillRate)
      assert.strictEqual((yield* store.tokenBucket(bucket))[0], 0)
      assert.deepStrictEqual(yield* store.fixedWindow(counter), [1, 700])
    }).pipe(Effect.scoped)
  )

  it.effect("are the same for all processes, however many ask at once", () =>
    Effect.gen(function* () {
      const database = yield* postgresDatabase
      const processes = [yield* makeStore(database), yield* makeStore(database)]
      const asked = Array.from({ length: 60 }, (_, index) =>
        processes[index % 2]!.tokenBucket({ key: "one", tokens: 1, limit: 20, refillRate, allowOverflow: false })
      )
      const answers = yield* Effect.all(asked, { concurrency: "unbounded" })
      assert.strictEqual(answers.filter(([remaining]) => remaining >= 0).length, 20)
    }).pipe(Effect.scoped)
  )
})
