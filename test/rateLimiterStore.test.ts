/** Rate budgets, whatever keeps them: as the framework's own store does, and the same for all who share a database. */
import { assert, describe, it } from "@effect/vitest"
import { OwnRateBudgets } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { Clock, Context, Duration, Effect, Layer, Schema } from "effect"
import { RateLimiter } from "effect/persistence"
import { TestClock } from "effect/testing"
import { postgresClient, postgresDatabase } from "./targets.ts"

const testTime = Layer.succeed(PgStorage.DatabaseTime, Clock.currentTimeMillis)

const storeOf = <E>(layer: Layer.Layer<RateLimiter.RateLimiterStore, E>) =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const context = yield* Layer.buildWithScope(Layer.fresh(layer), scope)
    return Context.get(context, RateLimiter.RateLimiterStore)
  })

/** One process's view of the budgets in a database. */
const makeShared = (database: Effect.Success<typeof postgresDatabase>) =>
  storeOf(PgStorage.layerRateLimiterStore.pipe(Layer.provide(postgresClient(database)), Layer.provide(testTime)))

const stores = {
  "of one process": storeOf(OwnRateBudgets.layer),
  "in the database": Effect.flatMap(postgresDatabase, makeShared)
}

const Step = Schema.Struct({
  key: Schema.Literals(["one", "two"]),
  tokens: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })),
  wait: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2500 })),
  allowOverflow: Schema.Boolean
})

const trial = Schema.Array(Step)

const refillRate = Duration.millis(700)

describe.each(Object.entries(stores))("budgets %s", (_name, makeStore) => {
  it.effect.prop(
    "are spent and refilled as those of the framework",
    [trial],
    ([steps]) =>
      Effect.gen(function* () {
        const store = yield* makeStore
        const framework = yield* storeOf(RateLimiter.layerStoreMemory)
        for (const { allowOverflow, key, tokens, wait } of steps) {
          const bucket = { key, tokens, limit: 5, refillRate, allowOverflow }
          assert.deepStrictEqual(yield* store.tokenBucket(bucket), yield* framework.tokenBucket(bucket))
          yield* TestClock.adjust(wait)
        }
      }).pipe(Effect.scoped, Effect.orDie),
    { arbitrary: { runs: 15, seed: "sellerkit", size: 30 } }
  )

  it.effect("are refilled as fast after the clock was set back", () =>
    Effect.gen(function* () {
      const { tokenBucket } = yield* makeStore
      const take = Effect.map(
        tokenBucket({ key: "one", tokens: 1, limit: 1, refillRate, allowOverflow: false }),
        ([remaining]) => remaining
      )
      yield* TestClock.setTime(10_000_000)
      assert.strictEqual(yield* take, 0)
      yield* TestClock.setTime(1_000_000)
      assert.strictEqual(yield* take, -1)
      yield* TestClock.adjust(refillRate)
      assert.strictEqual(yield* take, 0)
    }).pipe(Effect.scoped)
  )
})

describe("windows in the database", () => {
  it.effect.prop(
    "are counted as those of the framework",
    [trial],
    ([steps]) =>
      Effect.gen(function* () {
        const store = yield* Effect.flatMap(postgresDatabase, makeShared)
        const framework = yield* storeOf(RateLimiter.layerStoreMemory)
        for (const { allowOverflow, key, tokens, wait } of steps) {
          const counter = { key, tokens, limit: allowOverflow ? undefined : 5, refillRate }
          assert.deepStrictEqual(yield* store.fixedWindow(counter), yield* framework.fixedWindow(counter))
          yield* TestClock.adjust(wait)
        }
      }).pipe(Effect.scoped, Effect.orDie),
    { arbitrary: { runs: 15, seed: "sellerkit", size: 30 } }
  )

  it.effect("end as soon after the clock was set back", () =>
    Effect.gen(function* () {
      const { fixedWindow } = yield* Effect.flatMap(postgresDatabase, makeShared)
      const count = fixedWindow({ key: "one", tokens: 1, limit: 1, refillRate })
      yield* TestClock.setTime(10_000_000)
      yield* count
      yield* TestClock.setTime(1_000_000)
      assert.deepStrictEqual(yield* count, [2, 700])
      yield* TestClock.adjust(refillRate)
      assert.deepStrictEqual(yield* count, [1, 700])
    }).pipe(Effect.scoped)
  )
})

describe("budgets in the database", () => {
  it.effect("are the same for all processes, however many ask at once", () =>
    Effect.gen(function* () {
      const database = yield* postgresDatabase
      const processes = [yield* makeShared(database), yield* makeShared(database)]
      const asked = Array.from({ length: 60 }, (_, index) =>
        processes[index % 2]!.tokenBucket({ key: "one", tokens: 1, limit: 20, refillRate, allowOverflow: false })
      )
      const answers = yield* Effect.all(asked, { concurrency: "unbounded" })
      assert.strictEqual(answers.filter(([remaining]) => remaining >= 0).length, 20)
    }).pipe(Effect.scoped)
  )
})
