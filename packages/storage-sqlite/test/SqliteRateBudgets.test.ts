/** Rate budgets of an object that may be evicted between any two calls. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Schema } from "effect"
import { RateLimiter } from "effect/persistence"
import { TestClock } from "effect/testing"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import type { SqliteHost } from "../src/connection/SqliteHost.ts"
import { SqliteDatabase } from "../src/database/SqliteDatabase.ts"
import { carryingHost } from "../src/lanes/CarriedLanes.ts"
import * as SqliteRateBudgets from "../src/SqliteRateBudgets.ts"

/** The budgets, as an object that begins finds them. */
const openOver = (host: SqliteHost) =>
  Effect.gen(function* () {
    const database = SqliteDatabase.layer({ host: Effect.succeed(carryingHost(host)) })
    const scope = yield* Effect.scope
    const context = yield* Layer.buildWithScope(
      Layer.fresh(Layer.provide(SqliteRateBudgets.layer, Layer.fresh(database))),
      scope
    )
    return Context.get(context, RateLimiter.RateLimiterStore)
  })

/** Counts what is written to buckets, which fails where `isFull`. */
const counting = () => {
  const host = openNodeHost(":memory:")
  const counted = { writes: 0, isFull: false }
  const over: SqliteHost = {
    ...host,
    run: (sql, ...values) => {
      if (sql.startsWith("insert into rate_bucket")) {
        if (counted.isFull) throw Object.assign(new Error("database or disk is full"), { errcode: 13 })
        counted.writes++
      }
      host.run(sql, ...values)
    }
  }
  return { counted, host: over, rows: () => host.all("select key from rate_bucket").map(({ key }) => key) }
}

const perMinute = (permits: number, tokens = 1) => ({
  key: `${permits} a minute`,
  tokens,
  limit: permits,
  refillRate: Duration.millis(60_000 / permits),
  allowOverflow: false
})

const Step = Schema.Struct({
  key: Schema.Literals(["one", "two"]),
  tokens: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })),
  wait: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 })),
  evicted: Schema.Boolean
})

describe("budgets of an object", () => {
  it.effect.prop(
    "are spent and refilled as those of the framework, whenever it is evicted",
    [Schema.Array(Step)],
    ([steps]) =>
      Effect.gen(function* () {
        const { host } = counting()
        let store = yield* openOver(host)
        const framework = Context.get(yield* Layer.build(RateLimiter.layerStoreMemory), RateLimiter.RateLimiterStore)
        for (const { evicted, key, tokens, wait } of steps) {
          if (evicted) store = yield* openOver(host)
          const bucket = { key, tokens, limit: 4, refillRate: Duration.millis(7_000.5), allowOverflow: false }
          assert.deepStrictEqual(yield* store.tokenBucket(bucket), yield* framework.tokenBucket(bucket))
          yield* TestClock.adjust(wait)
        }
      }).pipe(Effect.scoped, Effect.orDie),
    { arbitrary: { runs: 15, seed: "sellerkit", size: 30 } }
  )

  it.effect("are not written where they are full again before it could be evicted", () => {
    const { counted, host } = counting()
    return Effect.gen(function* () {
      const { tokenBucket } = yield* openOver(host)
      const second = { ...perMinute(1), limit: 5, refillRate: Duration.seconds(1) }
      for (let call = 0; call < 10; call++) yield* tokenBucket(second)
      for (let call = 0; call < 100; call++) yield* tokenBucket(perMinute(1200))
      assert.strictEqual(counted.writes, 0)
      // It lacks more than five seconds' worth of tokens, and then as many more.
      for (let call = 0; call < 101; call++) yield* tokenBucket(perMinute(1200))
      assert.strictEqual(counted.writes, 1)
      for (let call = 0; call < 5; call++) yield* tokenBucket(perMinute(1200, 0))
      assert.strictEqual(counted.writes, 1, "looking costs nothing")
      const [remaining] = yield* (yield* openOver(host)).tokenBucket(perMinute(1200, 0))
      assert.isAtMost(remaining - (1200 - 201), 100)
    }).pipe(Effect.scoped)
  })

  it.effect("leave no rows of full buckets, once another one is written", () => {
    const { host, rows } = counting()
    return Effect.gen(function* () {
      const { tokenBucket } = yield* openOver(host)
      yield* tokenBucket(perMinute(1))
      yield* TestClock.adjust("59 seconds")
      yield* tokenBucket(perMinute(2))
      assert.deepStrictEqual(rows(), ["1 a minute", "2 a minute"])
      yield* TestClock.adjust("1 second")
      yield* tokenBucket(perMinute(2))
      assert.deepStrictEqual(rows(), ["2 a minute"])
    }).pipe(Effect.scoped)
  })

  it.effect("hold where they cannot be written, and are written by a later call", () => {
    const { counted, host } = counting()
    return Effect.gen(function* () {
      const { tokenBucket } = yield* openOver(host)
      counted.isFull = true
      assert.strictEqual((yield* tokenBucket(perMinute(1)))[0], 0)
      assert.strictEqual((yield* tokenBucket(perMinute(1)))[0], -1)
      counted.isFull = false
      assert.strictEqual((yield* tokenBucket(perMinute(1)))[0], -1)
      assert.strictEqual((yield* (yield* openOver(host)).tokenBucket(perMinute(1)))[0], -1)
    }).pipe(Effect.scoped)
  })

  it.effect("are no larger than a limit that has become lower", () => {
    const { host } = counting()
    return Effect.gen(function* () {
      const { tokenBucket } = yield* openOver(host)
      yield* tokenBucket({ ...perMinute(5), key: "one" })
      const again = yield* openOver(host)
      assert.strictEqual((yield* again.tokenBucket({ ...perMinute(2), key: "one" }))[0], 1)
    }).pipe(Effect.scoped)
  })
})
