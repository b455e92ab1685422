/** Events that a webhook accepted more than once, and why each came again. */
import type { Arrival } from "../actors/Arrival.ts"
import { type Evidence, type Pair, pairOf } from "./Evidence.ts"
import { explanations, makeExplain } from "./leases.ts"
import { makeCovered, placeOf } from "./resends.ts"

export const reasons = { ...explanations, resent: "somebody asked for it" } as const
export type Reason = keyof typeof reasons

export interface Duplicate {
  readonly pair: Pair
  /** All that it can be, the likeliest first. */
  readonly reasons: ReadonlyArray<Reason>
}

export const acceptedArrivals = ({ arrivals }: Pick<Evidence, "arrivals">): ReadonlyArray<Arrival> =>
  arrivals.filter(({ status }) => status === 200)

/** Whether both of its requests may be recorded as successful, although nobody asked for that. */
export const cameLate = ({ reasons }: Duplicate): boolean =>
  reasons.includes("leaseOver") || reasons.includes("stalled")

/** Takes the reason from a job that has an event sent again: each does so once. */
const makeTakeJob = (evidence: Evidence) => {
  const covered = makeCovered(evidence)
  const begun = Map.groupBy(
    evidence.resends.flatMap((job) =>
      [...covered(job)].map((event) => ({
        pair: pairOf(event, placeOf(evidence, job)),
        at: Date.parse(job.createdAt)
      }))
    ),
    ({ pair }) => pair
  )
  return (pair: Pair, next: Arrival): boolean => {
    const unused = begun.get(pair) ?? []
    const place = unused.findIndex(({ at }) => at <= next.at)
    if (place >= 0) unused.splice(place, 1)
    return place >= 0
  }
}

/** One for each time but the first. */
export const duplicatesIn = (evidence: Evidence): ReadonlyArray<Duplicate> => {
  const explain = makeExplain(evidence)
  const takeJob = makeTakeJob(evidence)
  const before = new Map<Pair, Arrival>()

  const reasonsFor = (pair: Pair, first: Arrival, next: Arrival): ReadonlyArray<Reason> => {
    const explanation = explain(first, next)
    // What was not recorded as delivered was not sent again because of a job.
    if (explanation === "killed" || explanation === "unheard") return [explanation]
    return [...(takeJob(pair, next) ? ["resent" as const] : []), ...(explanation === undefined ? [] : [explanation])]
  }

  return acceptedArrivals(evidence)
    .toSorted((left, right) => left.at - right.at)
    .flatMap((arrival) =>
      arrival.events.flatMap((event): ReadonlyArray<Duplicate> => {
        const pair = pairOf(event, arrival.webhook)
        const first = before.get(pair)
        before.set(pair, arrival)
        return first === undefined ? [] : [{ pair, reasons: reasonsFor(pair, first, arrival) }]
      })
    )
}
