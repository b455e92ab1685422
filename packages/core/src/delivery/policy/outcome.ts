/** The outcome of a request: what its end means for its events and its lane. Pure. */
import { DateTime, Duration, Option, Result } from "effect"
import { type Reply, type TransportFailure, unacceptedStatus } from "../../transport/Transport.ts"
import { type AutoDisableRule, isAnnounced } from "./AutoDisable.ts"
import { afterFailure, afterSuccess } from "../queue/claimRules.ts"
import type { Delivery, DeliveryId } from "../queue/Delivery.ts"
import type { Batch, Outcome, Verdict } from "../queue/DeliveryQueue.ts"
import { askedToWait } from "./RetryAfter.ts"
import { isSpent, type RetrySchedule, waitAfter } from "./RetrySchedule.ts"

type Answer = Result.Result<Reply, TransportFailure>

/** What a failure leads to. */
export interface FailureRules {
  readonly autoDisable: AutoDisableRule
  /** The account's. */
  readonly schedule: RetrySchedule
}

type AfterRequest = Pick<Outcome, "announced" | "batchSize" | "failures" | "wait">

const delivered: Verdict = { _tag: "Delivered" }
const dropped: Verdict = { _tag: "Dropped" }

/** The verdict on an event that has now failed so many times. */
const afterAttempts = (attempts: number, schedule: RetrySchedule): Verdict =>
  isSpent(attempts, schedule) ? dropped : { _tag: "Retry", wait: waitAfter(attempts, schedule) }

let latestTime = DateTime.makeUnsafe(0)

/** Requests that begin together have the same time, which is made once. */
const timeAt = (millis: number): DateTime.Utc => {
  if (DateTime.toEpochMillis(latestTime) !== millis) latestTime = DateTime.makeUnsafe(millis)
  return latestTime
}

/** What delivery history records. */
const record = ({ claimedAt, lease: { webhookId } }: Batch, id: DeliveryId, answer: Answer): Delivery => {
  const time = timeAt(claimedAt)
  if (Result.isFailure(answer)) return { id, time, webhookId, success: false, error: answer.failure.message }
  const responseCode = answer.success.status
  const error = unacceptedStatus(answer.success)
  return error === undefined
    ? { id, time, webhookId, success: true, responseCode }
    : { id, time, webhookId, success: false, responseCode, error }
}

const afterSuccessOf = ({ batchSize }: Batch): AfterRequest => ({
  failures: 0,
  announced: false,
  batchSize: afterSuccess(batchSize),
  wait: Duration.zero
})

/** At least as long as the schedule says. */
const waitFor = (
  failures: number,
  { claimedAt }: Batch,
  answer: Answer,
  schedule: RetrySchedule
): Duration.Duration => {
  const asked = Result.isSuccess(answer)
    ? askedToWait(answer.success, claimedAt, schedule.longestWait)
    : Option.none<Duration.Duration>()
  return Duration.max(
    waitAfter(failures, schedule),
    Option.getOrElse(asked, () => Duration.zero)
  )
}

/** A test event that is sent while its lane pauses leaves the lane as it was when it fails. */
const afterFailureOf = (batch: Batch, answer: Answer, { autoDisable, schedule }: FailureRules): AfterRequest => {
  const { announced, batchSize, events, pausedFor } = batch
  if (pausedFor !== undefined) return { failures: batch.failures, announced, batchSize, wait: pausedFor }
  const failures = batch.failures + 1
  return {
    failures,
    announced: announced || isAnnounced(failures, autoDisable),
    batchSize: afterFailure(events.length),
    wait: waitFor(failures, batch, answer, schedule)
  }
}

export const outcomeOf = (batch: Batch, id: DeliveryId, answer: Answer, rules: FailureRules): Outcome => {
  const delivery = record(batch, id, answer)
  const { success } = delivery
  const after = success ? afterSuccessOf(batch) : afterFailureOf(batch, answer, rules)
  return {
    lease: batch.lease,
    delivery,
    events: batch.events.map(({ attempts, event }) => ({
      id: event.id,
      verdict: success ? delivered : afterAttempts(attempts + 1, rules.schedule)
    })),
    failures: after.failures,
    announced: after.announced,
    batchSize: after.batchSize,
    wait: after.wait,
    keepsLease: false
  }
}
