/** What a scrape is answered, made out of the metrics of this process. */
import { Context, Effect } from "effect"

/**
 * Processes that share a port are scraped as one: whichever is asked answers for all of them. A process with a port of its own
 * answers for itself.
 */
export const WholeMetrics = Context.Reference<(own: string) => Effect.Effect<string>>(
  "@sellerkit/core/operator/metrics/WholeMetrics",
  {
    defaultValue: () => Effect.succeed
  }
)
