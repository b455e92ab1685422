/** What a feature of the seller API consists of. Everything that serves, runs or describes features takes it from `features.ts`. */
import { Layer } from "effect"
import type { Job } from "./background/Job.ts"
import type { NamedLimit } from "./limits/Limits.ts"
import type { RetentionRule } from "./retention/RetentionRule.ts"

export interface Feature {
  /** One layer for each group of its operations in `SellerApi`. */
  readonly handlers: ReadonlyArray<Layer.Any>
  /** What the handlers and jobs call. A layer brings the services of other features that it needs: each is built once. */
  readonly services: ReadonlyArray<Layer.Any>
  /** Its background work. */
  readonly jobs: ReadonlyArray<Job<unknown>>
  /** The rate budgets of its operations, by their names. */
  readonly limits: Readonly<Record<string, NamedLimit>>
  /** Its data that is removed when it is old, by the names of the records. */
  readonly retention: Readonly<Record<string, RetentionRule<unknown>>>
}

/** Keeps the types of its parts. */
export const feature = <const F extends Feature>(definition: F): F => definition

/** This part of all features, in one list. */
export const allOf = <F extends Feature, Part extends "handlers" | "jobs" | "services">(
  features: ReadonlyArray<F>,
  part: Part
): ReadonlyArray<F[Part][number]> => features.flatMap<F[Part][number]>((feature) => feature[part])

/** A list of layers as one layer. */
export const together = <L extends Layer.Any>(layers: ReadonlyArray<L>) =>
  // The type of a list says what its elements may be, but not that all of them are in it.
  layers.reduce<Layer.Any>(
    (merged, layer) => Layer.merge(merged as Layer.Layer<never>, layer as unknown as Layer.Layer<never>),
    Layer.empty
  ) as unknown as Layer.Layer<Layer.Success<L>, Layer.Error<L>, Layer.Services<L>>
