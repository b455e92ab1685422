/** Runs what the service does as promises, which reject with the service's own errors. */
import type {
  Deliveries,
  Events,
  Finance,
  Products,
  Resends,
  RetrySchedules,
  RevokedTokens,
  SecretReencryption,
  TokenIssuer,
  Webhooks
} from "@sellerkit/core"
import type { Effect } from "effect"

/** What methods ask of the service. */
export type Asked =
  | Deliveries
  | Events
  | Finance
  | Products
  | Resends
  | RetrySchedules
  | RevokedTokens
  | SecretReencryption
  | TokenIssuer
  | Webhooks

export type Run = <A, E>(effect: Effect.Effect<A, E, Asked>) => Promise<A>
