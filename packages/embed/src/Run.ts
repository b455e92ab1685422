/** Runs what the service does as promises, which reject with the service's own errors. */
import type {
  Campaigns,
  Deliveries,
  Events,
  Finance,
  MediaCampaigns,
  Products,
  Reports,
  Resends,
  RetrySchedules,
  RevokedTokens,
  SecretReencryption,
  Statistics,
  TokenIssuer,
  Webhooks
} from "@sellerkit/core"
import type { ReportChunks } from "@sellerkit/core/operator"
import type { Effect } from "effect"

/** What methods ask of the service. */
export type Asked =
  | Campaigns
  | Deliveries
  | Events
  | Finance
  | MediaCampaigns
  | Products
  | ReportChunks
  | Reports
  | Resends
  | RetrySchedules
  | RevokedTokens
  | SecretReencryption
  | Statistics
  | TokenIssuer
  | Webhooks

export type Run = <A, E>(effect: Effect.Effect<A, E, Asked>) => Promise<A>
