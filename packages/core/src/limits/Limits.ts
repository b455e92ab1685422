/** Rate budgets: how often an owner may call an operation. One row per budget. */
import { Context, type Duration } from "effect"

/** A token bucket that holds `permits` and refills completely within `window`. */
export interface Limit {
  readonly permits: number
  readonly window: Duration.Input
}

const per = (window: Duration.Input, permits: number): Limit => ({ permits, window })

/**
 * The webhook API answers 429, but the values of its limits are not shown (Seller Webhooks Service, Limits).
 * our choice: generous ones; the two that make the service call out are lower.
 */
export const defaultLimits = {
  webhookReads: per("1 minute", 1200),
  webhookWrites: per("1 minute", 300),
  webhookHistory: per("1 minute", 600),
  webhookTests: per("1 minute", 120),
  urlChecks: per("1 minute", 60)
} satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits

/** Replace rows with `Layer.succeed(Limits, { ...defaultLimits, urlChecks: … })`. */
export const Limits = Context.Reference<Readonly<Record<LimitName, Limit>>>("@sellerkit/core/limits/Limits", {
  defaultValue: () => defaultLimits
})
