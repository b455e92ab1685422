/**
 * Sends one batch: the request, what operators see of it, and what it means for the batch's events and their lane. Whatever
 * is thrown on the way, the batch comes to an outcome: events that we cannot send must run out of attempts like any other.
 */
import { Cause, Effect, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { orNotSent, type Reply, Transport, TransportFailure, unacceptedStatus } from "../../transport/Transport.ts"
import type { SecretUnreadable } from "../../webhooks/SecretVault.ts"
import { outcomeOf } from "../policy/outcome.ts"
import { type AttemptReport, startAttemptReport, unseenAttempt } from "./AttemptReport.ts"
import { AutoDisableRule } from "../policy/AutoDisable.ts"
import { makeAnnouncement } from "../policy/failingWebhooks.ts"
import { DeliveryId } from "../queue/Delivery.ts"
import type { Batch, Outcome } from "../queue/DeliveryQueue.ts"
import { makeNotification } from "./Notification.ts"
import { RetrySchedule } from "../policy/RetrySchedule.ts"
import { RetrySchedules } from "../policy/RetrySchedules.ts"

const aboutOf = ({ lease: { owner, webhookId } }: Batch, deliveryId: DeliveryId) => ({
  deliveryId,
  webhookId,
  sellerId: owner.sellerId
})

const notOpened = ({ explanation }: SecretUnreadable) => new TransportFailure({ kind: "secret", detail: explanation })

const noteUnreadable = ({ explanation }: SecretUnreadable) =>
  Effect.logError("The secret of a webhook cannot be opened", explanation)

const isAccepted = (answer: Result.Result<Reply, TransportFailure>): boolean =>
  Result.isSuccess(answer) && unacceptedStatus(answer.success) === undefined

const orInstead = <A>(step: Effect.Effect<A>, instead: A, complaint: string): Effect.Effect<A> =>
  Effect.catchDefect(step, (defect) => Effect.as(Effect.logError(complaint, Cause.die(defect)), instead))

/** If the tracer or the metrics of a host fail, requests are still sent, and their outcomes still count. */
const orUnseen = <A>(report: Effect.Effect<A>, instead: A): Effect.Effect<A> =>
  orInstead(report, instead, "An attempt to deliver could not be reported")

export const makeDeliver = Effect.gen(function* () {
  const transport = yield* Transport
  const random = yield* SecureRandom.SecureRandom
  const notification = yield* makeNotification
  const autoDisable = yield* AutoDisableRule
  const schedules = yield* RetrySchedules
  const usual = yield* RetrySchedule
  const announcement = yield* makeAnnouncement

  const send = (batch: Batch, id: DeliveryId, { traceparent }: AttemptReport) => {
    const about = aboutOf(batch, id)
    const answer = Effect.suspend(() => notification(batch, id, traceparent)).pipe(
      Effect.flatMap((request) => transport.post(request)),
      Effect.catchTag("SecretUnreadable", (error) =>
        Effect.andThen(Effect.annotateLogs(noteUnreadable(error), about), Effect.fail(notOpened(error)))
      )
    )
    return orNotSent(answer, about)
  }

  /** Adds the operational event for the operator. If it cannot be made, the next attempt makes it. */
  const announced = (batch: Batch, outcome: Outcome): Effect.Effect<Outcome> => {
    const untold = { ...outcome, announced: batch.announced }
    const told = Effect.map(announcement(batch, outcome), (event) =>
      event === undefined ? outcome : { ...outcome, event }
    )
    return orInstead(
      Effect.orElseSucceed(told, () => untold),
      untold,
      "What the operator is to be told of a webhook could not be made"
    )
  }

  /** Asked for failures alone. Where it cannot be read, the usual one counts for this attempt. */
  const scheduleFor = ({ lease: { owner } }: Batch): Effect.Effect<RetrySchedule> =>
    orInstead(
      Effect.match(
        Effect.suspend(() => schedules.of(owner)),
        { onFailure: () => usual, onSuccess: ({ schedule }) => schedule }
      ),
      usual,
      "A seller's retry schedule could not be read, and the usual one counted"
    )

  return Effect.fnUntraced(function* (batch: Batch) {
    const id = DeliveryId.make(yield* random.uuidV7())
    const report = yield* orUnseen(startAttemptReport(batch, id), unseenAttempt)
    const result: Result.Result<Reply, TransportFailure> = yield* Effect.result(send(batch, id, report))
    yield* orUnseen(report.ended(result), undefined)
    const schedule = isAccepted(result) ? usual : yield* scheduleFor(batch)
    const outcome = outcomeOf(batch, id, result, { autoDisable, schedule })
    return outcome.announced === batch.announced ? outcome : yield* announced(batch, outcome)
  })
})
