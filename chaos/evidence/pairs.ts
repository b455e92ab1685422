/** Events at webhooks: which have to be delivered, and which were, how often. */
import type { Arrival } from "../actors/Arrival.ts"
import { isFor } from "../chaosEvent.ts"
import { type Evidence, type Pair, pairOf } from "./Evidence.ts"
import { accepts, type ChaosWebhook } from "../actors/Marketplace.ts"

const pairsOf = ({ marketplace, stored }: Evidence, counts: (webhook: ChaosWebhook) => boolean): ReadonlySet<Pair> => {
  const webhooks = marketplace.webhooks.map((webhook, place) => ({ ...webhook, place })).filter(counts)
  const bySeller = Map.groupBy(webhooks, ({ seller }) => seller)
  return new Set(
    stored.flatMap(({ number, seller }) =>
      (bySeller.get(seller) ?? [])
        .filter(({ subscriptions }) => isFor(number, subscriptions))
        .map(({ place }) => pairOf(number, place))
    )
  )
}

/** Every webhook that is enabled and subscribed, of every event that is stored. */
export const expectedPairs = (evidence: Evidence): ReadonlySet<Pair> => pairsOf(evidence, ({ enabled }) => enabled)

/** Of these, those that are accepted in the end. */
export const deliverablePairs = (evidence: Evidence): ReadonlySet<Pair> => pairsOf(evidence, accepts)

/** How often each pair comes up in these arrivals. */
export const countPairs = (arrivals: ReadonlyArray<Arrival>): ReadonlyMap<Pair, number> => {
  const counts = new Map<Pair, number>()
  for (const { events, webhook } of arrivals) {
    for (const event of events) counts.set(pairOf(event, webhook), (counts.get(pairOf(event, webhook)) ?? 0) + 1)
  }
  return counts
}

/** Arrivals that the service has recorded as successful. */
export const recordedSuccesses = (evidence: Evidence): ReadonlyArray<Arrival> => {
  const successes = new Set(evidence.recorded.filter(({ success }) => success).map(({ id }) => id))
  return evidence.arrivals.filter(({ requestId }) => successes.has(requestId))
}
