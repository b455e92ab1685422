/**
 * When a webhook whose URL accepts nothing is disabled. That it may be is the document's (Delivery rules, rule 5); when
 * is ours, because it shows no condition.
 */
import { Context, Duration } from "effect"
import type { LaneHealth } from "./DeliveryQueue.ts"

export interface AutoDisableRule {
  /** For how long every request must have failed. */
  readonly gracePeriod: Duration.Duration
  /** And how many of them, in a row. */
  readonly requests: number
}

export const AutoDisableRule = Context.Reference<AutoDisableRule>("@sellerkit/core/delivery/AutoDisableRule", {
  // our choice: a day gives people time to notice, ten requests rule out a URL that was just called rarely.
  defaultValue: () => ({ gracePeriod: Duration.hours(24), requests: 10 })
})

export const isUnreachable = ({ failingFor, failures }: LaneHealth, rule: AutoDisableRule): boolean =>
  failures >= rule.requests && Duration.isGreaterThanOrEqualTo(failingFor, rule.gracePeriod)
