/** Sends one batch: the request, what operators see of it, and what it means for the batch's events and their lane. */
import { Cause, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { Transport, TransportFailure } from "../transport/Transport.ts"
import type { SecretUnreadable } from "../webhooks/SecretVault.ts"
import { outcomeOf } from "./Attempt.ts"
import { startAttemptReport } from "./AttemptReport.ts"
import { AutoDisableRule } from "./AutoDisable.ts"
import { DeliveryId } from "./Delivery.ts"
import type { Batch } from "./DeliveryQueue.ts"
import { makeNotification } from "./Notification.ts"
import { makeAnnouncement } from "./announcement.ts"

const notSent = new TransportFailure({ kind: "other", detail: "the notification could not be sent" })

const notOpened = ({ explanation }: SecretUnreadable) => new TransportFailure({ kind: "secret", detail: explanation })

const about = ({ lease: { owner, webhookId } }: Batch, deliveryId: DeliveryId) =>
  Effect.annotateLogs({ deliveryId, webhookId, sellerId: owner.sellerId })

const noteDefect = (defect: unknown) => Effect.logError("A notification could not be sent", Cause.die(defect))

const noteUnreadable = ({ explanation }: SecretUnreadable) =>
  Effect.logError("The secret of a webhook cannot be opened", explanation)

export const makeDeliver = Effect.gen(function* () {
  const transport = yield* Transport
  const random = yield* SecureRandom.SecureRandom
  const notification = yield* makeNotification
  const rule = yield* AutoDisableRule
  const announcement = yield* makeAnnouncement

  return Effect.fnUntraced(function* (batch: Batch) {
    const id = DeliveryId.make(yield* random.uuidV7())
    const report = yield* startAttemptReport(batch, id)
    const answer = Effect.suspend(() => notification(batch, id, report.traceparent)).pipe(
      Effect.flatMap((request) => transport.post(request)),
      // What keeps us from sending is a failed attempt as well: an event that we cannot send must run out of attempts like
      // any other.
      Effect.catchTag("SecretUnreadable", (error) =>
        Effect.andThen(about(batch, id)(noteUnreadable(error)), Effect.fail(notOpened(error)))
      ),
      Effect.catchDefect((defect) => Effect.andThen(about(batch, id)(noteDefect(defect)), Effect.fail(notSent)))
    )
    const result = yield* Effect.result(answer)
    yield* report.ended(result)
    const outcome = outcomeOf(batch, id, result, rule)
    if (outcome.announced === batch.announced) return outcome
    return yield* announcement(batch, outcome).pipe(
      Effect.map((event) => (event === undefined ? outcome : { ...outcome, event })),
      // When what it says cannot be read, the host is told with the next attempt.
      Effect.orElseSucceed(() => ({ ...outcome, announced: batch.announced }))
    )
  })
})
