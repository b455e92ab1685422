/** Whatever a seller, the marketplace's own side and the clock do, campaigns and money are what a plain model makes of them. */
import { describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { propertyRuns } from "../property/propertyRuns.ts"
import { serviceOver } from "./CampaignWorld.ts"
import { CampaignModel } from "./model/CampaignModel.ts"
import { compare, compareTopUps } from "./model/compare.ts"
import { anySteps, beginning } from "./model/Step.ts"
import { begin, takeStep } from "./model/takeStep.ts"

// In milliseconds. A trial that fails takes longer than one that passes, because it is made shorter.
const timeout = 300_000

export const campaignModelSuite = ({ layer, name, trials = 1 }: StorageTarget): void => {
  describe(`random histories of campaigns: ${name}`, () => {
    it.effect.prop(
      "are what a plain model makes of them",
      [Schema.Boolean, anySteps],
      ([isBegun, steps]) =>
        Effect.gen(function* () {
          const model = new CampaignModel()
          yield* begin(model)
          for (const step of isBegun ? [...beginning, ...steps] : steps) {
            yield* takeStep(model, step)
            yield* compare(model)
          }
          yield* compareTopUps(model)
        }).pipe(Effect.provide(serviceOver(layer))),
      { timeout, arbitrary: propertyRuns(10 * trials, 100) }
    )
  })
}
