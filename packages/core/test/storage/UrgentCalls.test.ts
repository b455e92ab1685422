/** Long reads give way to calls that events wait for, and go on all the same. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { UrgentCalls } from "../../src/storage/UrgentCalls.ts"

/** Gives way in another fiber, which has had its turn. */
const givingWay = Effect.fnUntraced(function* () {
  const { giveWay } = yield* UrgentCalls
  const fiber = yield* Effect.forkChild(giveWay)
  yield* turns
  return fiber
})

const turns = Effect.repeat(Effect.yieldNow, { times: 5 })

const isOver = Effect.fnUntraced(function* (fiber: Fiber.Fiber<void>) {
  yield* turns
  return fiber.pollUnsafe() !== undefined
})

/** Calls of each test are its own. */
const test = (title: string, run: Effect.Effect<void>) =>
  it.effect(title, () => Effect.suspend(() => Effect.provideService(run, UrgentCalls, UrgentCalls.defaultValue())))

describe("what gives way", () => {
  test(
    "waits for nothing where there is no urgent call",
    Effect.gen(function* () {
      assert.isTrue(yield* isOver(yield* givingWay()))
    })
  )

  test(
    "waits until all that are in progress have ended",
    Effect.gen(function* () {
      const calls = yield* UrgentCalls
      calls.begin(0n)
      calls.begin(0n)
      const fiber = yield* givingWay()
      assert.isFalse(yield* isOver(fiber))
      calls.end()
      assert.isFalse(yield* isOver(fiber))
      calls.end()
      assert.isTrue(yield* isOver(fiber))
    })
  )

  test(
    "goes on after some of them, where there is always one",
    Effect.gen(function* () {
      const calls = yield* UrgentCalls
      calls.begin(0n)
      const fiber = yield* givingWay()
      for (let ended = 0; ended < 7; ended++) {
        calls.begin(0n)
        calls.end()
      }
      assert.isFalse(yield* isOver(fiber))
      calls.begin(0n)
      calls.end()
      assert.isTrue(yield* isOver(fiber))
    })
  )

  test(
    "is quiet a second after the last one began, and not while one is in progress",
    Effect.gen(function* () {
      const calls = yield* UrgentCalls
      const second = 1_000_000_000n
      assert.isTrue(calls.isQuiet(0n))
      calls.begin(5n)
      assert.isFalse(calls.isQuiet(5n + 2n * second))
      calls.end()
      assert.isFalse(calls.isQuiet(4n + second))
      assert.isTrue(calls.isQuiet(5n + second))
    })
  )

  test(
    "waits no more once it is interrupted",
    Effect.gen(function* () {
      const calls = yield* UrgentCalls
      calls.begin(0n)
      const fiber = yield* givingWay()
      yield* Fiber.interrupt(fiber)
      calls.end()
      assert.isTrue(yield* isOver(yield* givingWay()))
    })
  )
})
