/** What became of events at their webhooks, whether a row of `recipient` says it or a run. */
import { type AskedRanges, atEachAsked } from "./MergedPage.ts"

/** At several webhooks of its account, in rows with their places: an event `e`, and an expression for a list. */
export const recipientsOfEvent = (webhooks: string): string => {
  const each = (value: string): string => `array_fill(${value}, array[cardinality(${webhooks})])`
  return `sellerkit.recipients_of($1, $2, ${webhooks}, ${each("e.time")}, ${each("e.event_id")}, ${each("e.number")})`
}

/** What is in runs of each webhook that is asked about, with the webhook it is of. */
export const deliveredAtEach = (ranges: AskedRanges): string =>
  atEachAsked("delivered_at_each", "d.webhook_id, d.time, d.event_id, d.number, d.bytes", ranges)
