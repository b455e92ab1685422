/**
 * Whatever a seller, the marketplace's own side and the clock do, and wherever a process crashes: campaigns, money and events are
 * what a plain model makes of them.
 */
import { describe, it } from "@effect/vitest"
import type { StoragePorts } from "@sellerkit/core"
import { Effect, type Layer, Logger, Schema } from "effect"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { propertyRuns } from "../property/propertyRuns.ts"
import { caughtUp } from "./CampaignWorld.ts"
import { FailingRecords } from "./failingRecords.ts"
import { CampaignModel } from "./model/CampaignModel.ts"
import { compare, comparePast } from "./model/compare.ts"
import { anySteps, beginning, type Step } from "./model/Step.ts"
import { makeProcesses } from "./processes.ts"
import { begin, takeStep, type Trial, waitUntil } from "./model/takeStep.ts"

// In milliseconds. A trial that fails takes longer than one that passes, because it is made shorter.
const timeout = 300_000

// In milliseconds. Money is shown as it is written: what was due when a write failed is written by then.
const retry = 15_000

const takeAll = Effect.fnUntraced(function* <E>(target: Layer.Layer<StoragePorts, E>, steps: ReadonlyArray<Step>) {
  const failing = new FailingRecords()
  const model = new CampaignModel()
  const trial: Trial = { failing, model }
  const { restart, run } = yield* makeProcesses(failing.over(target))
  yield* run(begin(trial))
  let crashes = false
  for (const step of steps) {
    if (step._tag === "Crash") {
      yield* run(caughtUp)
      failing.fail(["transact"], step.at, 0)
      crashes = true
      continue
    }
    yield* run(takeStep(trial, step))
    if (crashes) {
      failing.mend()
      yield* restart
      yield* run(waitUntil(model, model.now + retry))
      crashes = false
    }
    yield* run(compare(model))
  }
  failing.mend()
  yield* run(comparePast(model))
})

export const campaignModelSuite = ({ layer, name, trials = 1 }: StorageTarget): void => {
  describe(`random histories of campaigns: ${name}`, () => {
    it.effect.prop(
      "are what a plain model makes of them",
      [Schema.Boolean, anySteps],
      ([isBegun, steps]) =>
        takeAll(layer, isBegun ? [...beginning, ...steps] : steps).pipe(
          Effect.scoped,
          // Each crash is reported.
          Effect.provide(Logger.layer([]))
        ),
      { timeout, arbitrary: propertyRuns(10 * trials, 100) }
    )
  })
}
