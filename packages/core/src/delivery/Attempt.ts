/** One attempt: what the end of a request means for its events and its lane. Pure. */
import { DateTime, Duration, Option, Result } from "effect"
import { type Reply, type TransportFailure, unacceptedStatus } from "../transport/Transport.ts"
import { type AutoDisableRule, isAnnounced } from "./AutoDisable.ts"
import { afterFailure, afterSuccess } from "./BatchSize.ts"
import type { Delivery, DeliveryId } from "./Delivery.ts"
import type { Batch, Outcome, Verdict } from "./DeliveryQueue.ts"
import { askedToWait } from "./RetryAfter.ts"
import { interval, isSpent } from "./RetryPolicy.ts"

const delivered: Verdict = { _tag: "Delivered" }
const dropped: Verdict = { _tag: "Dropped" }

/** The verdict on an event that has now failed so many times. */
const afterAttempts = (attempts: number): Verdict =>
  isSpent(attempts) ? dropped : { _tag: "Retry", wait: interval(attempts) }

/** What delivery history records. */
const record = (batch: Batch, id: DeliveryId, result: Result.Result<Reply, TransportFailure>): Delivery => {
  const base = { id, time: DateTime.makeUnsafe(batch.claimedAt), webhookId: batch.lease.webhookId }
  if (Result.isFailure(result)) return { ...base, success: false, error: result.failure.message }
  const responseCode = result.success.status
  const error = unacceptedStatus(result.success)
  return error === undefined
    ? { ...base, success: true, responseCode }
    : { ...base, success: false, responseCode, error }
}

/** Never earlier than our own intervals say, only later. */
const askedFor = ({ claimedAt }: Batch, result: Result.Result<Reply, TransportFailure>): Duration.Duration =>
  Result.isFailure(result)
    ? Duration.zero
    : Option.getOrElse(askedToWait(result.success, claimedAt), () => Duration.zero)

export const outcomeOf = (
  batch: Batch,
  id: DeliveryId,
  result: Result.Result<Reply, TransportFailure>,
  rule: AutoDisableRule
): Outcome => {
  const { announced, batchSize, events, failures, lease } = batch
  const delivery = record(batch, id, result)
  return delivery.success
    ? {
        lease,
        delivery,
        events: events.map(({ event }) => ({ id: event.id, verdict: delivered })),
        failures: 0,
        announced: false,
        batchSize: afterSuccess(batchSize),
        wait: Duration.zero,
        keepsLease: false
      }
    : {
        lease,
        delivery,
        events: events.map(({ attempts, event }) => ({ id: event.id, verdict: afterAttempts(attempts + 1) })),
        failures: failures + 1,
        announced: announced || isAnnounced(failures + 1, rule),
        batchSize: afterFailure(events.length),
        wait: Duration.max(interval(failures + 1), askedFor(batch, result)),
        keepsLease: false
      }
}
