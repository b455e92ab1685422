/** The services of all features, over the ports. */
import { Layer } from "effect"
import { allOf, together } from "../Feature.ts"
import { features } from "../features.ts"
import { RateBudget } from "../limits/RateBudget.ts"
import { Records } from "../records/Records.ts"

/**
 * Everything that handlers, jobs and the dispatcher call. Needs the storage ports, a vault for secrets, a transport, randomness and a
 * rate limiter.
 */
export const servicesLayer = together(allOf(features, "services")).pipe(
  Layer.provideMerge(Layer.merge(RateBudget.layer, Records.layer))
)
