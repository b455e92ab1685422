/** What waits is counted by a storage, which is left alone for a hundred times as long as that took. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { DeliveryQueue } from "../../../src/delivery/queue/DeliveryQueue.ts"
import { cachedBacklog } from "../../../src/delivery/queue/cachedBacklog.ts"
import { StorageError } from "../../../src/storage/StorageError.ts"

/** A queue in which one event more waits each time, and whose counting takes a second. The counts of `failing` fail. */
const counting = (failing: ReadonlyArray<number> = []) => {
  let counts = 0
  const backlog = Effect.suspend(() => {
    const waiting = ++counts
    return failing.includes(waiting)
      ? Effect.fail(new StorageError({ operation: "DeliveryQueue.backlog", retryable: true, cause: "away" }))
      : Effect.as(Effect.sleep("1 second"), { waiting, overdueFor: Duration.zero, backingOff: 0 })
  })
  return Layer.mock(DeliveryQueue, { backlog })
}

describe("what waits", () => {
  it.effect("is counted once for all who ask within the rest, and again after it", () =>
    Effect.gen(function* () {
      const backlog = yield* cachedBacklog
      const waiting = Effect.map(backlog, (found) => found.waiting)
      const asked = yield* Effect.forkChild(Effect.all([waiting, waiting, waiting], { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(asked), [1, 1, 1])
      yield* TestClock.adjust("98 seconds")
      assert.strictEqual(yield* waiting, 1)
      yield* TestClock.adjust("1 second")
      const again = yield* Effect.forkChild(waiting)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(again), 2)
    }).pipe(Effect.provide(counting()))
  )

  it.effect("is counted again at once where the storage failed, or the one who asked went away", () =>
    Effect.gen(function* () {
      const backlog = yield* cachedBacklog
      assert.isTrue(Exit.isFailure(yield* Effect.exit(backlog)))
      const left = yield* Effect.forkChild(backlog)
      yield* TestClock.adjust("500 millis")
      yield* Fiber.interrupt(left)
      const asked = yield* Effect.forkChild(backlog)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(asked)).waiting, 3)
    }).pipe(Effect.provide(counting([1])))
  )
})
