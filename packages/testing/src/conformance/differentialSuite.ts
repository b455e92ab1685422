/** Two storage drivers give the same answers to the same random operations. */
import { describe, it } from "@effect/vitest"
import { type Arbitrary, Effect } from "effect"
import { anyOperations } from "./differential/anyOperations.ts"
import { propertyRuns } from "../property/propertyRuns.ts"
import { makeDrivers } from "./differential/Drivers.ts"
import { perform } from "./differential/perform.ts"
import { World } from "./differential/World.ts"
import type { StorageTarget } from "./StorageTarget.ts"

// our choice: how many lists of operations are tried, how long the longest is, and how often a list that shows a difference is
// made shorter. It takes about five seconds.
const usual = (trials: number): Arbitrary.CheckOptions => ({ ...propertyRuns(100 * trials, 800), maxShrinks: 2000 })

// In milliseconds. Making a list shorter takes longer than all the rest.
const timeout = 300_000

/**
 * A driver that is known to be right, and one that has to answer the same. Every run tries the same operations, and more
 * or others where the environment says so (`propertyRuns`); a failure shows the shortest list of them that was found, and
 * `replay: "…"` in the options repeats it. Call it at the top of a test file.
 */
export const differentialSuite = (
  reference: StorageTarget,
  subject: StorageTarget,
  options: Arbitrary.CheckOptions = {}
): void => {
  describe(`${subject.name} answers as ${reference.name} does`, () => {
    it.effect.prop(
      "whatever is asked",
      [anyOperations],
      ([operations]) =>
        Effect.gen(function* () {
          const trial = { drivers: yield* makeDrivers(reference, subject), world: new World() }
          for (const operation of operations) yield* perform(operation, trial)
        }),
      { timeout, arbitrary: { ...usual(subject.trials ?? 1), ...options } }
    )
  })
}
