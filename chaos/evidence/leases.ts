/** What the lease of a request, and the end of its sender, say about others that carried the same. */
import { answerWithin } from "@sellerkit/core"
import { Duration } from "effect"
import type { Arrival } from "../actors/Arrival.ts"
import type { Evidence } from "./Evidence.ts"
import type { RecordedDelivery } from "../actors/Marketplace.ts"

/** Why another request may carry what one has carried already. */
export const explanations = {
  killed: "its process was killed before it was recorded",
  unheard: "its answer was not heard in time",
  leaseOver: "its lease ran out before it was recorded",
  stalled: "its process stood still on the way"
} as const
export type Explanation = keyof typeof explanations

/** Whether the process that sent it was killed. */
export const wasKilled = ({ lives }: Evidence, { life, sender }: Arrival): boolean =>
  lives.get(sender)?.[life]?.killedAt !== undefined

// our choice: in so many milliseconds after a process goes on, what it was about to send arrives.
const onTheWay = 5000

/** Whether the process that made it stood still, so that it may have been about to be sent for long. */
const stalledOnTheWay = ({ lives }: Evidence, { at, life, sender }: Arrival): boolean =>
  lives.get(sender)?.[life]?.stalls.some(({ from, until }) => from <= at && at <= until + onTheWay) ?? false

/** Whether its process may have stood still until there was no time left to make it: it is recorded, and nothing arrived. */
export const wasHeldUp = ({ lives }: Evidence, { responseCode, success, time }: RecordedDelivery): boolean => {
  const begun = Date.parse(time)
  const ended = begun + Duration.toMillis(answerWithin) + onTheWay
  const stalls = [...lives.values()].flat().flatMap((life) => life.stalls)
  return !success && responseCode === undefined && stalls.some(({ from, until }) => from <= ended && begun <= until)
}

/** The request that each webhook got after a request. */
const followers = ({ arrivals }: Evidence): ReadonlyMap<Arrival, Arrival> => {
  const byWebhook = Map.groupBy(
    arrivals.toSorted((left, right) => left.at - right.at),
    ({ webhook }) => webhook
  )
  return new Map(
    [...byWebhook.values()].flatMap((own) => own.slice(1).map((next, index) => [own[index]!, next] as const))
  )
}

/** What explains that `next` came after `first`; undefined when nothing does. */
export const makeExplain = (evidence: Evidence) => {
  const records = new Map(evidence.recorded.map((record) => [record.id, record]))
  const followedBy = followers(evidence)
  const claimedAt = ({ time }: RecordedDelivery): number => Date.parse(time)
  return (first: Arrival, next: Arrival): Explanation | undefined => {
    const record = records.get(first.requestId)
    if (record === undefined) return wasKilled(evidence, first) ? "killed" : undefined
    if (first.status === 200 && !record.success && record.responseCode === undefined) return "unheard"
    // A request arrives after it was claimed, and is recorded when its webhook gets another one before its lease is over.
    const leaseOver = claimedAt(record) + evidence.lease
    const follower = followedBy.get(first)
    const wasRecorded = follower !== undefined && follower.at < leaseOver
    if (next.at >= leaseOver && !wasRecorded) return "leaseOver"
    return stalledOnTheWay(evidence, next) ? "stalled" : undefined
  }
}
