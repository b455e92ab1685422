/** What every `DispatcherStore` does. */
import { assert, describe } from "@effect/vitest"
import { DispatcherId, DispatcherStore, type NamedDispatcher, type RunningDispatcher } from "@sellerkit/core"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { uuid } from "../fixtures.ts"
import type { StorageTarget } from "./StorageTarget.ts"
import { storageTest } from "./storageTest.ts"

const dispatcher = (number: number): NamedDispatcher => ({
  id: DispatcherId.make(uuid(number)),
  name: `host-${number}:4711`
})

const running = (number: number, startedAt: number, seenAt: number): RunningDispatcher => ({
  ...dispatcher(number),
  startedAt,
  seenAt
})

const note = (number: number, forgottenAfter: Duration.Input = "1 day") =>
  Effect.flatMap(DispatcherStore, (store) => store.note(dispatcher(number), Duration.fromInputUnsafe(forgottenAfter)))

const seen = (within: Duration.Input) =>
  Effect.flatMap(DispatcherStore, (store) => store.seen(Duration.fromInputUnsafe(within)))

const remove = (number: number) => Effect.flatMap(DispatcherStore, (store) => store.remove(dispatcher(number).id))

/** Everything that is kept. */
const kept = seen("1000 days")

export const dispatcherStoreSuite = (target: StorageTarget): void => {
  describe(`DispatcherStore: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "knows nobody at first",
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* kept, [])
        yield* remove(1)
      })
    )

    test(
      "says who was seen, since when it runs, and when it was seen last",
      Effect.gen(function* () {
        yield* TestClock.adjust("1 second")
        yield* note(1)
        assert.deepStrictEqual(yield* seen("30 seconds"), [running(1, 1000, 1000)])
        yield* TestClock.adjust("10 seconds")
        yield* note(1)
        assert.deepStrictEqual(yield* seen("30 seconds"), [running(1, 1000, 11_000)])
      })
    )

    test(
      "lists them in the order of their start, and those of one moment in that of their ids",
      Effect.gen(function* () {
        yield* note(3)
        yield* note(2)
        yield* TestClock.adjust("1 second")
        yield* note(1)
        yield* note(3)
        assert.deepStrictEqual(yield* seen("30 seconds"), [
          running(2, 0, 0),
          running(3, 0, 1000),
          running(1, 1000, 1000)
        ])
      })
    )

    test(
      "lists nobody who was seen so long ago",
      Effect.gen(function* () {
        yield* note(1)
        yield* TestClock.adjust("29999 millis")
        assert.deepStrictEqual(yield* seen("30 seconds"), [running(1, 0, 0)])
        yield* TestClock.adjust("1 milli")
        assert.deepStrictEqual(yield* seen("30 seconds"), [])
        yield* note(1)
        assert.deepStrictEqual(yield* seen("30 seconds"), [running(1, 0, 30_000)], "it was only late")
      })
    )

    test(
      "removes one at once, and no other",
      Effect.gen(function* () {
        yield* note(1)
        yield* note(2)
        yield* remove(1)
        yield* remove(1)
        assert.deepStrictEqual(yield* kept, [running(2, 0, 0)])
        yield* TestClock.adjust("1 second")
        yield* note(1)
        assert.deepStrictEqual(yield* kept, [running(2, 0, 0), running(1, 1000, 1000)], "it has started anew")
      })
    )

    test(
      "forgets those who were not seen for long, when another one is seen",
      Effect.gen(function* () {
        yield* note(1)
        yield* TestClock.adjust("1 hour")
        yield* note(2)
        yield* TestClock.adjust("23 hours")
        assert.deepStrictEqual(yield* kept, [running(1, 0, 0), running(2, 3_600_000, 3_600_000)])
        yield* note(3)
        assert.deepStrictEqual(yield* kept, [running(2, 3_600_000, 3_600_000), running(3, 86_400_000, 86_400_000)])
      })
    )

    test(
      "does not forget the one that is seen, however long it was away",
      Effect.gen(function* () {
        yield* note(1)
        yield* TestClock.adjust("2 days")
        yield* note(1)
        assert.deepStrictEqual(yield* kept, [running(1, 0, 172_800_000)])
      })
    )

    test(
      "takes nobody for alive whom it saw before the clock was set back",
      Effect.gen(function* () {
        yield* TestClock.setTime(10_000_000)
        yield* note(1)
        yield* note(2)
        yield* TestClock.setTime(10_000_000 - 30_000)
        assert.deepStrictEqual(yield* seen("30 seconds"), [])
        yield* note(2)
        assert.deepStrictEqual(yield* seen("30 seconds"), [running(2, 10_000_000, 9_970_000)])
        yield* TestClock.setTime(1_000_000)
        yield* note(2, "1 hour")
        assert.deepStrictEqual(yield* kept, [running(2, 10_000_000, 1_000_000)], "nor keeps it")
      })
    )

    test(
      "takes heartbeats that come at once",
      Effect.gen(function* () {
        yield* Effect.forEach([1, 2, 3, 4, 1, 2, 3, 4], (number) => note(number), { concurrency: "unbounded" })
        assert.deepStrictEqual(
          yield* kept,
          [1, 2, 3, 4].map((number) => running(number, 0, 0))
        )
      })
    )
  })
}
