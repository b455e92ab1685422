/** However a media campaign is paused, launched and left alone, and whichever process is asked: 10 pauses a day in Moscow at most. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { StorageTarget } from "../../conformance/StorageTarget.ts"
import { mostly } from "../../property/choices.ts"
import { propertyRuns } from "../../property/propertyRuns.ts"
import { caughtUp } from "../CampaignWorld.ts"
import { makeProcesses } from "../processes.ts"
import { actOnMedia, putMedia } from "./mediaCalls.ts"

const [hour, day] = [3_600_000, 86_400_000]

const Step = Schema.TaggedUnion({
  /** Paused, and launched again. */
  Pauses: { times: Schema.Literals([1, 2, 5, 11]) },
  Wait: { milliseconds: mostly(Schema.Literals([1, hour, 7 * hour]), Schema.Literals([day, 3 * hour - 1])) },
  /** To midnight in Moscow, or a millisecond before. */
  WaitForMidnight: { off: Schema.Literals([-1, 0]) },
  /** The marketplace's own side puts it in again. */
  Put: {},
  /** Another process goes on. */
  Restart: {}
})

const steps = Arbitrary.array(Arbitrary.schema(Schema.Union(Object.values(Step.cases))), {
  minLength: 1,
  maxLength: 30
})

/** Days in Moscow since the first one. */
const dayOf = (time: number): number => Math.floor((time + 3 * hour) / day)

/** Gives whether it was possible. */
const pauseAndLaunch = Effect.gen(function* () {
  const paused = yield* actOnMedia("pause", 1)
  if (paused.status !== 200) {
    assert.strictEqual(paused.body.code, "pauses_spent")
    return false
  }
  assert.strictEqual((yield* actOnMedia("start", 1)).status, 200)
  return true
})

export const mediaPauseSuite = ({ layer, name, trials = 1 }: StorageTarget): void => {
  describe(`pauses of media campaigns: ${name}`, () => {
    it.effect.prop(
      "are 10 at most in each day in Moscow, over restarts and midnight",
      [steps],
      ([taken]) =>
        Effect.gen(function* () {
          const { restart, run } = yield* makeProcesses(layer)
          const pauses = new Map<number, number>()
          let now = 0
          const waitUntil = (time: number) => {
            now = time
            return Effect.andThen(TestClock.setTime(time), run(caughtUp))
          }
          yield* run(putMedia(1))
          for (const step of taken) {
            switch (step._tag) {
              case "Put":
                yield* run(putMedia(1))
                break
              case "Restart":
                yield* restart
                break
              case "Wait":
                yield* waitUntil(now + step.milliseconds)
                break
              case "WaitForMidnight":
                yield* waitUntil(Math.max(now, (dayOf(now) + 1) * day - 3 * hour + step.off))
                break
              case "Pauses":
                for (let time = 0; time < step.times; time++) {
                  const before = pauses.get(dayOf(now)) ?? 0
                  const isPossible = yield* run(pauseAndLaunch)
                  assert.strictEqual(isPossible, before < 10)
                  if (isPossible) pauses.set(dayOf(now), before + 1)
                }
            }
          }
        }).pipe(Effect.scoped),
      { timeout: 300_000, arbitrary: propertyRuns(10 * trials, 30) }
    )
  })
}
