/** Owners see and change what is theirs, whatever they know of others: all of it, and nothing else. */
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { propertyRuns } from "../propertyRuns.ts"
import type { ApiService } from "./ApiTarget.ts"
import { anySteps } from "./isolation/Step.ts"
import { Street } from "./isolation/Street.ts"

// In milliseconds: what fails takes longer than what passes, because it is made shorter.
const timeout = 300_000

export const isolationApiSuite = (service: ApiService): void => {
  describe("isolation", () => {
    it.live.prop(
      "holds whatever sellers and their services do: another owner's id is as good as none",
      [anySteps],
      ([steps]) =>
        Effect.promise(async () => {
          const street = new Street(service)
          for (const step of steps) await street.take(step)
          await street.verify()
        }),
      { timeout, arbitrary: propertyRuns(30, 200) }
    )
  })
}
