/** What the lease of a request, and the end of its sender, say about others that carried the same. */
import type { Arrival } from "./Arrival.ts"
import type { Evidence } from "./Evidence.ts"
import type { RecordedDelivery } from "./Marketplace.ts"

/** Why another request may carry what one has carried already. */
export const explanations = {
  killed: "its process was killed before it was recorded",
  unheard: "its answer was not heard in time",
  leaseOver: "its lease ran out before it was recorded"
} as const
export type Explanation = keyof typeof explanations

/** Whether the process that sent it was killed. */
export const wasKilled = ({ lives }: Evidence, { life, sender }: Arrival): boolean =>
  lives.get(sender)?.[life]?.killedAt !== undefined

/** What explains that `next` came after `first`; undefined when nothing does. */
export const makeExplain = (evidence: Evidence) => {
  const records = new Map(evidence.recorded.map((record) => [record.id, record]))
  const claimedAt = ({ time }: RecordedDelivery): number => Date.parse(time)
  return (first: Arrival, next: Arrival): Explanation | undefined => {
    const record = records.get(first.requestId)
    if (record === undefined) return wasKilled(evidence, first) ? "killed" : undefined
    if (first.status === 200 && !record.success && record.responseCode === undefined) return "unheard"
    // A request arrives after it was claimed.
    return next.at >= claimedAt(record) + evidence.lease ? "leaseOver" : undefined
  }
}
