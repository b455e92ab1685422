/**
 * How many trials a property has. The same ones each time, and few, unless the environment asks for others:
 * `PROPERTY_RUNS=100` for a hundred times as many, `PROPERTY_SEED=…` for different ones.
 */
import type { Arbitrary } from "effect"

const times = (): number => {
  const given = Number(process.env.PROPERTY_RUNS?.trim() || 1)
  if (given > 0) return given
  throw new Error("PROPERTY_RUNS: give a number, such as 100")
}

/** `size` is how large the largest trials are. A variable that is set to nothing is not set. */
export const propertyRuns = (runs: number, size: number): Arbitrary.CheckOptions => ({
  runs: Math.ceil(runs * times()),
  seed: process.env.PROPERTY_SEED?.trim() || "sellerkit",
  size,
  maxShrinks: 200
})

/** Of trials that are listed: every second one, for a share of a half. `PROPERTY_RUNS` makes the share larger. */
export const someTrials = <A>(trials: ReadonlyArray<A>, share: number): ReadonlyArray<A> => {
  const wanted = Math.min(1, share * times())
  return trials.filter((_, index) => Math.floor((index + 1) * wanted) > Math.floor(index * wanted))
}
