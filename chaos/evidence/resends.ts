/** Which events a job that sends again is about, and what fell into its time. */
import { isFor } from "../chaosEvent.ts"
import type { Evidence } from "./Evidence.ts"
import type { Resend } from "../actors/Marketplace.ts"

/** The place of its webhook. */
export const placeOf = ({ marketplace }: Evidence, { webhookId }: Resend): number =>
  marketplace.webhooks.findIndex(({ id }) => id === webhookId)

/** Gives the numbers of the events that a job looks at. Some may have been stored only after it had. */
export const makeCovered = (evidence: Evidence) => {
  const { arrivals, marketplace, stored } = evidence
  const requests = new Map(arrivals.map((arrival) => [arrival.requestId, arrival]))
  const bySeller = Map.groupBy(stored, ({ seller }) => seller)
  return (job: Resend): ReadonlySet<number> => {
    const { deliveryId, since, until } = job
    if (deliveryId !== undefined) return new Set(requests.get(deliveryId)!.events)
    const { seller, subscriptions } = marketplace.webhooks[placeOf(evidence, job)]!
    const [from, to] = [Date.parse(since!), Date.parse(until!)]
    return new Set(
      (bySeller.get(seller) ?? [])
        .filter(({ number, time }) => from <= time && time <= to && isFor(number, subscriptions))
        .map(({ number }) => number)
    )
  }
}

/** Whether a process was killed between its beginning and its end. */
export const wasInterrupted = ({ lives }: Evidence, { createdAt, updatedAt }: Resend): boolean =>
  [...lives.values()]
    .flat()
    .some(
      ({ killedAt }) => killedAt !== undefined && Date.parse(createdAt) <= killedAt && killedAt <= Date.parse(updatedAt)
    )
