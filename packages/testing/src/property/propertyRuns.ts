/**
 * How many trials a property has. The same ones each time, and few, unless the environment asks for others:
 * `PROPERTY_RUNS=100` for a hundred times as many, `PROPERTY_SEED=…` for different ones.
 */
import type { Arbitrary } from "effect"

/** `size` is how large the largest trials are. */
export const propertyRuns = (runs: number, size: number): Arbitrary.CheckOptions => ({
  runs: Math.ceil(runs * Number(process.env.PROPERTY_RUNS ?? 1)),
  seed: process.env.PROPERTY_SEED ?? "sellerkit",
  size,
  maxShrinks: 200
})
