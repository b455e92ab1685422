/** Requests that take too long end, whatever becomes of the time of day. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { makeDeadlines } from "../src/Deadlines.ts"

const started = Effect.gen(function* () {
  const deadlines = yield* makeDeadlines(10_000)
  const expired: Array<string> = []
  const start = (name: string) => Effect.sync(() => deadlines.start(() => void expired.push(name)))
  return { expired, start }
})

describe("a deadline", () => {
  it.effect("comes after its time, in the order of the starts, and not before", () =>
    Effect.gen(function* () {
      const { expired, start } = yield* started
      yield* start("first")
      yield* TestClock.adjust("3 seconds")
      yield* start("second")
      yield* TestClock.adjust("6999 millis")
      assert.deepStrictEqual(expired, [])
      yield* TestClock.adjust("1 milli")
      assert.deepStrictEqual(expired, ["first"])
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(expired, ["first", "second"])
    })
  )

  it.effect("does not come for a request that has ended", () =>
    Effect.gen(function* () {
      const { expired, start } = yield* started
      const ended = yield* start("first")
      yield* start("second")
      ended()
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(expired, ["second"])
    })
  )

  it.effect.prop(
    "comes for every request that has not ended, in order, whichever ended before",
    [Schema.Array(Schema.Literals(["goes on", "ends", "ends twice"]))],
    ([requests]) =>
      Effect.gen(function* () {
        const { expired, start } = yield* started
        const ends = yield* Effect.forEach(requests, (fate, index) =>
          Effect.map(Effect.andThen(TestClock.adjust("1 milli"), start(String(index))), (end) => ({ fate, end }))
        )
        for (const { end, fate } of ends) {
          if (fate !== "goes on") end()
          if (fate === "ends twice") end()
        }
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(
          expired,
          requests.flatMap((fate, index) => (fate === "goes on" ? [String(index)] : []))
        )
      })
  )

  it.live("comes in time also where the time of day is set back meanwhile", () =>
    Effect.gen(function* () {
      const real = yield* Clock.Clock
      let setBack = 0
      const clock: Clock.Clock = Object.assign(Object.create(real), {
        currentTimeMillisUnsafe: () => real.currentTimeMillisUnsafe() - setBack,
        currentTimeMillis: Effect.sync(() => real.currentTimeMillisUnsafe() - setBack)
      })
      const expired = yield* Effect.gen(function* () {
        const deadlines = yield* makeDeadlines(30)
        const seen: Array<string> = []
        deadlines.start(() => void seen.push("first"))
        setBack = 3_600_000
        yield* Effect.sleep(100)
        return seen
      }).pipe(Effect.provideService(Clock.Clock, clock))
      assert.deepStrictEqual(expired, ["first"])
    })
  )
})
