/**
 * When a webhook whose URL accepts nothing is disabled. That it may be is the document's (Delivery rules, rule 5); when
 * is ours, because it shows no condition.
 */
import { Context, Duration } from "effect"
import type { Reply } from "../../transport/Transport.ts"
import type { LaneHealth } from "../queue/DeliveryQueue.ts"

export interface AutoDisableRule {
  /** After so many failed requests in a row the operator is told that the webhook will be disabled. */
  readonly requests: number
  /** And when no request has succeeded for so long from then on, it is. */
  readonly gracePeriod: Duration.Duration
}

export const AutoDisableRule = Context.Reference<AutoDisableRule>("@sellerkit/core/delivery/AutoDisableRule", {
  // our choice: ten failures in a row, which take about an hour, are no passing trouble; a day gives people time to act.
  defaultValue: () => ({ requests: 10, gracePeriod: Duration.hours(24) })
})

/** So many failures in a row are announced to the operator. */
export const isAnnounced = (failures: number, { requests }: AutoDisableRule): boolean => failures >= requests

export const isUnreachable = (
  { announcedFor }: Pick<LaneHealth, "announcedFor">,
  { gracePeriod }: AutoDisableRule
): boolean => announcedFor !== undefined && Duration.isGreaterThanOrEqualTo(announcedFor, gracePeriod)

/** 410 Gone: the receiver wants no more notifications at this URL. */
export const isGone = ({ status }: Reply): boolean => status === 410
