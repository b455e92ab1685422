/** Runs what the service does as promises, which reject with the service's own errors. */
import type { Events, Webhooks } from "@sellerkit/core"
import type { Effect } from "effect"

export type Run = <A, E>(effect: Effect.Effect<A, E, Events | Webhooks>) => Promise<A>
