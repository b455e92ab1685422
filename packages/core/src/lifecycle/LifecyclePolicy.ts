/** What an installation makes of the dates in the change log. */
import { Context, Schema } from "effect"

/**
 * Deprecated operations say so in headers (`announce`), are also refused from the day on which they are switched off (`enforce`),
 * or are operations like all others (`ignore`).
 */
export const OperationPolicy = Schema.Literals(["announce", "enforce", "ignore"])
export type OperationPolicy = typeof OperationPolicy.Type

/**
 * Fields and limits of operations: all that are published (`published`), or those of the day (`dated`), without the fields that
 * were added later.
 */
export const Revision = Schema.Literals(["published", "dated"])
export type Revision = typeof Revision.Type

export interface LifecyclePolicy {
  readonly operations: OperationPolicy
  readonly revision: Revision
}

// our choice: programs learn what is going to happen, and nothing stops by itself.
export const defaultLifecyclePolicy: LifecyclePolicy = { operations: "announce", revision: "published" }

export const LifecyclePolicy = Context.Reference<LifecyclePolicy>("@sellerkit/core/lifecycle/LifecyclePolicy", {
  defaultValue: () => defaultLifecyclePolicy
})
