/** Runs what the service does as promises, which reject with the service's own errors. */
import type { Deliveries, Events, Resends, RetrySchedules, SecretReencryption, Webhooks } from "@sellerkit/core"
import type { Effect } from "effect"

/** What is asked for of a seller's data. */
export type Asked = Deliveries | Events | Resends | RetrySchedules | SecretReencryption | Webhooks

export type Run = <A, E>(effect: Effect.Effect<A, E, Asked>) => Promise<A>
