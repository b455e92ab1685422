/**
 * Sends one batch: the request, what operators see of it, and what it means for the batch's events and their lane. Whatever
 * is thrown on the way, the batch comes to an outcome: events that we cannot send must run out of attempts like any other.
 */
import { Cause, Duration, Effect, Exit, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { orNotSent, type Reply, Transport, TransportFailure, unacceptedStatus } from "../../transport/Transport.ts"
import type { SecretUnreadable } from "../../webhooks/SecretVault.ts"
import { outcomeOf } from "../policy/outcome.ts"
import { type AnyFiber, type AttemptReport, startAttemptReport, unseenAttempt } from "./AttemptReport.ts"
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

type Answer = Result.Result<Reply, TransportFailure>

const isAccepted = (answer: Answer): boolean =>
  Result.isSuccess(answer) && unacceptedStatus(answer.success) === undefined

const complain = <A>(complaint: string, defect: unknown, instead: A): Effect.Effect<A> =>
  Effect.as(Effect.logError(complaint, Cause.die(defect)), instead)

/** A step that is done as it is called takes no other. */
const orInstead = <A>(step: () => Effect.Effect<A>, instead: A, complaint: string): Effect.Effect<A> => {
  try {
    const started = step()
    return Exit.isExit(started) && Exit.isSuccess(started)
      ? started
      : Effect.catchDefect(started, (defect) => complain(complaint, defect, instead))
  } catch (defect) {
    return complain(complaint, defect, instead)
  }
}

/** If the tracer or the metrics of a host fail, requests are still sent, and their outcomes still count. */
const orUnseen = <A>(report: () => Effect.Effect<A>, instead: A): Effect.Effect<A> =>
  orInstead(report, instead, "An attempt to deliver could not be reported")

type Failed = Cause.Cause<SecretUnreadable | TransportFailure>

/** Why a request failed, whatever it was. What nobody has to expect is logged. One that is broken off has no reason. */
const failureOf = (cause: Failed, batch: Batch, id: DeliveryId): Effect.Effect<TransportFailure> => {
  const about = aboutOf(batch, id)
  const failed = Effect.catchTag(Effect.failCause(cause), "SecretUnreadable", (error) =>
    Effect.andThen(Effect.annotateLogs(noteUnreadable(error), about), Effect.fail(notOpened(error)))
  )
  return Effect.flip(orNotSent(failed, about))
}

/** The pause of a lane goes on while a test event is under way. */
const withinPause = (sent: Effect.Effect<Outcome>): Effect.Effect<Outcome> =>
  Effect.map(Effect.timed(sent), ([took, outcome]) => {
    const left = Duration.toMillis(outcome.wait) - Duration.toMillis(took)
    return { ...outcome, wait: Duration.millis(Math.max(0, Math.round(left))) }
  })

export const makeDeliver = Effect.gen(function* () {
  const transport = yield* Transport
  const random = yield* SecureRandom.SecureRandom
  const notification = yield* makeNotification
  const autoDisable = yield* AutoDisableRule
  const schedules = yield* RetrySchedules
  const usual = yield* RetrySchedule
  const announcement = yield* makeAnnouncement

  const send = (batch: Batch, id: DeliveryId, { traceparent }: AttemptReport) =>
    Effect.suspend(() => Effect.flatMapEager(notification(batch, id, traceparent), transport.post))

  /**
   * Adds the operational event for the operator. If it cannot be made, the next failure makes it. That a webhook has recovered stays
   * unsaid then: it would be disabled as one that has failed ever since the announcement.
   */
  const announced = (batch: Batch, outcome: Outcome): Effect.Effect<Outcome> => {
    const untold = { ...outcome, announced: false }
    const told = Effect.map(announcement(batch, outcome), (event) =>
      event === undefined ? outcome : { ...outcome, event }
    )
    return orInstead(
      () => Effect.orElseSucceed(told, () => untold),
      untold,
      "What the operator is to be told of a webhook could not be made"
    )
  }

  /** The storage is asked for failures alone. Where it cannot be read, the usual one counts for this attempt. */
  const scheduleFor = ({ lease: { owner } }: Batch, answer: Answer): Effect.Effect<RetrySchedule> => {
    if (isAccepted(answer)) return Effect.succeed(usual)
    return orInstead(
      () => Effect.match(schedules.of(owner), { onFailure: () => usual, onSuccess: ({ schedule }) => schedule }),
      usual,
      "A seller's retry schedule could not be read, and the usual one counted"
    )
  }

  const judge = (batch: Batch, id: DeliveryId, answer: Answer): Effect.Effect<Outcome> =>
    Effect.flatMapEager(scheduleFor(batch, answer), (schedule) => {
      const outcome = outcomeOf(batch, id, answer, { autoDisable, schedule })
      return outcome.announced === batch.announced ? Effect.succeed(outcome) : announced(batch, outcome)
    })

  /** `fiber` runs the result. */
  const attempt = (fiber: AnyFiber, batch: Batch, id: DeliveryId, report: AttemptReport): Effect.Effect<Outcome> => {
    const end = (answer: Answer) =>
      Effect.flatMapEager(
        orUnseen(() => report.ended(fiber, answer), undefined),
        () => judge(batch, id, answer)
      )
    return Effect.matchCauseEffect(send(batch, id, report), {
      onSuccess: (reply) => end(Result.succeed(reply)),
      onFailure: (cause) => Effect.flatMap(failureOf(cause, batch, id), (failure) => end(Result.fail(failure)))
    })
  }

  const deliver = (batch: Batch): Effect.Effect<Outcome> =>
    Effect.flatMap(random.uuidV7(), (uuid) =>
      Effect.withFiber((fiber) => {
        // What makes it makes UUIDs only, so it is not checked.
        const id = DeliveryId.make(uuid, { disableChecks: true })
        const report = orUnseen(() => startAttemptReport(fiber, batch, id), unseenAttempt)
        return Effect.flatMapEager(report, (started) => attempt(fiber, batch, id, started))
      })
    )

  return (batch: Batch): Effect.Effect<Outcome> =>
    batch.pausedFor === undefined ? deliver(batch) : withinPause(deliver(batch))
})
