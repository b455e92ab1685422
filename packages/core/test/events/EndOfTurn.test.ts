/** Publications that arrive one by one are stored at once. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { EndOfTurn, endOfTurnLayer } from "../../src/events/operator/EndOfTurn.ts"

it.effect("at the end of a turn all who wait for it go on, with nothing between them", () =>
  Effect.gen(function* () {
    const endOfTurn = yield* EndOfTurn
    const steps: Array<string> = []
    const arrive = (name: string) =>
      Effect.gen(function* () {
        // Each in a microtask of its own, as requests come.
        yield* Effect.promise(() => Promise.resolve())
        yield* endOfTurn
        steps.push(name)
        queueMicrotask(() => steps.push("a microtask"))
      })
    yield* Effect.all(["first", "second", "third"].map(arrive), { concurrency: "unbounded", discard: true })
    assert.deepStrictEqual(steps.slice(0, 3), ["first", "second", "third"])
  }).pipe(Effect.provide(endOfTurnLayer))
)

it.effect("who comes later waits for a later end", () =>
  Effect.gen(function* () {
    const endOfTurn = yield* EndOfTurn
    yield* endOfTurn
    yield* endOfTurn
  }).pipe(Effect.provide(endOfTurnLayer))
)

it.effect("there is nothing to wait for where a host does not say so", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* EndOfTurn, Effect.void)
  })
)
