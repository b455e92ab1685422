/** What became of events at their webhooks, whether a row of `recipient` says it or a run. */
import type { PageRange } from "./MergedPage.ts"

/** At several webhooks of its account, in rows with their places: an event `e`, and an expression for a list. */
export const recipientsOfEvent = (webhooks: string): string => {
  const each = (value: string): string => `array_fill(${value}, array[cardinality(${webhooks})])`
  return `sellerkit.recipients_of($1, $2, ${webhooks}, ${each("e.time")}, ${each("e.event_id")}, ${each("e.number")})`
}

/** What is in runs of a webhook, as a source of a page. */
export const deliveredBetween = ({ bounds, direction, most, webhook }: PageRange): string =>
  `select q.time, q.event_id, q.number, q.bytes
    from sellerkit.delivered_between(${webhook}, ${bounds.join(", ")}, ${direction === "older"}, ${most}) q`
