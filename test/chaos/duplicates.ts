/** Events that a webhook accepted more than once, and why each came again. */
import type { Arrival } from "./Arrival.ts"
import { type Evidence, type Pair, pairOf } from "./Evidence.ts"
import { type Explanation, makeExplain } from "./leases.ts"

export interface Duplicate {
  readonly pair: Pair
  readonly explanation: Explanation | undefined
}

export const acceptedArrivals = ({ arrivals }: Pick<Evidence, "arrivals">): ReadonlyArray<Arrival> =>
  arrivals.filter(({ status }) => status === 200)

/** One for each time but the first. */
export const duplicatesIn = (evidence: Evidence): ReadonlyArray<Duplicate> => {
  const explain = makeExplain(evidence)
  const before = new Map<Pair, Arrival>()
  return acceptedArrivals(evidence)
    .toSorted((left, right) => left.at - right.at)
    .flatMap((arrival) =>
      arrival.events.flatMap((event): ReadonlyArray<Duplicate> => {
        const pair = pairOf(event, arrival.webhook)
        const first = before.get(pair)
        before.set(pair, arrival)
        return first === undefined ? [] : [{ pair, explanation: explain(first, arrival) }]
      })
    )
}
