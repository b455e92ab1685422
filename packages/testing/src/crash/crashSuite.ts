/** Whether a driver keeps its promises when processes are killed or stall, at every point and in any order. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { propertyRuns, someTrials } from "../property/propertyRuns.ts"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { type Crash, CrashScenario } from "./CrashScenario.ts"
import { playScenario } from "./playScenario.ts"
import { SimulatedClock } from "./SimulatedClock.ts"

/** Something of everything: failures, a batch that shrinks, what is held, what is dropped, what is sent again. */
const everything: CrashScenario = {
  eventsPerRequest: 512,
  steps: [
    { _tag: "Publish", events: 3 },
    { _tag: "Pass", seconds: 4 },
    { _tag: "Publish", events: 2 },
    { _tag: "Pass", seconds: 11 },
    { _tag: "PublishAgain" },
    { _tag: "Edit", webhook: 1, enabled: false },
    { _tag: "Publish", events: 1 },
    { _tag: "Restart" },
    { _tag: "Edit", webhook: 1, enabled: true },
    { _tag: "Pass", seconds: 31 },
    { _tag: "Resend", webhook: 0, onlyFailed: false },
    { _tag: "Pass", seconds: 4 },
    { _tag: "Resend", webhook: 1, onlyFailed: true },
    { _tag: "Publish", events: 2 },
    { _tag: "Delete", webhook: 2 },
    { _tag: "Pass", seconds: 31 }
  ],
  answers: [
    ["accepts", "acceptsSlowly", "acceptsSlowly", "acceptsSlowly", "refuses"],
    ["refuses", "acceptsTooLate"],
    ["acceptsSlowly", "accepts", "refuses", "refuses"]
  ],
  crashes: []
}

/** Receivers that accept, some of them slowly, one event after the other. */
const smooth: CrashScenario = {
  eventsPerRequest: 1,
  steps: [
    { _tag: "Publish", events: 3 },
    { _tag: "Pass", seconds: 1 },
    { _tag: "Publish", events: 2 },
    { _tag: "Pass", seconds: 11 },
    { _tag: "Publish", events: 1 },
    { _tag: "PublishAgain" }
  ],
  answers: [["acceptsSlowly"], ["accepts", "acceptsSlowly"], []],
  crashes: []
}

/** The process with this number ends after so many points, those before it live on. */
const only = (process: number, crash: Crash): ReadonlyArray<Crash> => [
  ...Array.from({ length: process }, () => ({ ...crash, afterPoints: Number.POSITIVE_INFINITY })),
  crash
]

const everyCrash = (points: ReadonlyArray<number>, ending: Omit<Crash, "afterPoints">) =>
  points.flatMap((count, process) =>
    Array.from({ length: count }, (_, afterPoints) => only(process, { ...ending, afterPoints }))
  )

// A few seconds, on a machine that has nothing else to do; a hundred times as many over a server that gets no processor.
const timeout = 600_000

export const crashSuite = (target: StorageTarget): void => {
  const { trials = 1 } = target

  /** With a storage and a clock of its own. */
  const play = (scenario: CrashScenario) =>
    Effect.suspend(() => {
      const clock = new SimulatedClock()
      return Effect.scope.pipe(
        Effect.flatMap((scope) => Layer.buildWithMemoMap(target.layer, Layer.makeMemoMapUnsafe(), scope)),
        Effect.flatMap((storage) => playScenario(storage, clock, scenario)),
        Effect.provideService(Clock.Clock, clock),
        Effect.scoped
      )
    })

  const playWithEveryCrash = Effect.fnUntraced(function* (scenario: CrashScenario, ending: Omit<Crash, "afterPoints">) {
    const { points } = yield* play(scenario)
    const plans = everyCrash(points, ending)
    assert.isAbove(plans.length, 20)
    for (const crashes of someTrials(plans, trials)) yield* play({ ...scenario, crashes })
  })

  describe(`Crashes: ${target.name}`, () => {
    it.effect(
      "loses nothing when a process is killed, at whatever point",
      () => playWithEveryCrash(everything, { downFor: 1, stalledFor: undefined }),
      timeout
    )

    it.effect(
      "loses nothing when a process stalls, and finishes what its successor has taken over",
      () => playWithEveryCrash(everything, { downFor: 0, stalledFor: 30 }),
      timeout
    )

    it.effect(
      "delivers everything once the lease of a killed process is over",
      () => playWithEveryCrash(smooth, { downFor: 1, stalledFor: undefined }),
      timeout
    )

    it.effect.prop(
      "explains every attempt and every event, whatever happens and whatever crashes",
      { scenario: CrashScenario },
      Effect.fnUntraced(function* ({ scenario }) {
        yield* play(scenario)
        const { duplicates } = yield* play({ ...scenario, crashes: [] })
        assert.strictEqual(duplicates, 0, "without a crash there are no duplicates")
      }),
      { timeout, arbitrary: propertyRuns(100 * trials, 40) }
    )
  })
}
