/** The requests in flight: starts one per batch, and gathers how they ended. */
import { Cause, Effect, Exit, Latch, Scope } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { Transport, TransportFailure } from "../transport/Transport.ts"
import { AccountShares } from "./AccountShares.ts"
import { outcomeOf } from "./Attempt.ts"
import { startAttemptReport } from "./AttemptReport.ts"
import { AutoDisableRule } from "./AutoDisable.ts"
import { DeliveryId } from "./Delivery.ts"
import type { Batch, Outcome } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import { makeAnnouncement } from "./operationalEvent.ts"
import { notification } from "./Notification.ts"

export interface Sending {
  start(batch: Batch): Effect.Effect<void>
  /** Outcomes of requests that ended, longest ago first: with at most so many events, or a single one. */
  takeFinished(mostEvents: number): ReadonlyArray<Outcome>
  /** Outcomes that could not be settled yet: the next call gives them again. */
  putBack(outcomes: ReadonlyArray<Outcome>): void
  readonly inFlight: ReadonlySet<Batch>
  /** What is in flight, by account. */
  shares(): AccountShares
  /** Nothing is in flight, and nothing that ended is waiting to be settled. */
  isIdle(): boolean
  /** Opened whenever a request ends. */
  readonly ended: Latch.Latch
  /** Breaks off the requests in flight. */
  readonly abort: Effect.Effect<void>
}

const notSent = new TransportFailure({ kind: "other", detail: "the notification could not be sent" })

const noteDefect = ({ lease: { owner, webhookId } }: Batch, deliveryId: DeliveryId, defect: unknown) =>
  Effect.annotateLogs(Effect.logError("A notification could not be sent", Cause.die(defect)), {
    deliveryId,
    webhookId,
    sellerId: owner.sellerId
  })

export const makeSending = Effect.gen(function* () {
  const transport = yield* Transport
  const random = yield* SecureRandom.SecureRandom
  const mac = yield* Mac.Mac
  const { lanesPerAccount } = yield* DispatcherOptions
  const rule = yield* AutoDisableRule
  const announcement = yield* makeAnnouncement
  const requests = yield* Scope.fork(yield* Effect.scope)
  const anyEnded = yield* Latch.make(false)
  const inFlight = new Set<Batch>()
  let finished: Array<Outcome> = []

  const send = Effect.fnUntraced(function* (batch: Batch) {
    const id = DeliveryId.make(yield* random.uuidV7())
    const report = yield* startAttemptReport(batch, id)
    const answer = Effect.provideService(notification(batch, id, report.traceparent), Mac.Mac, mac).pipe(
      Effect.flatMap((request) => transport.post(request)),
      // A defect is a failed attempt as well: an event that we cannot send must run out of attempts like any other.
      Effect.catchDefect((defect) => Effect.andThen(noteDefect(batch, id, defect), Effect.fail(notSent)))
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

  const ended = (batch: Batch) => (exit: Exit.Exit<Outcome>) =>
    Effect.sync(() => {
      inFlight.delete(batch)
      if (Exit.isSuccess(exit)) finished.push(exit.value)
      anyEnded.openUnsafe()
    })

  const sending: Sending = {
    start: (batch) => {
      inFlight.add(batch)
      return Effect.asVoid(Effect.forkIn(Effect.onExit(send(batch), ended(batch)), requests))
    },
    takeFinished: (mostEvents) => {
      let events = 0
      const beyond = finished.findIndex((outcome, index) => (events += outcome.events.length) > mostEvents && index > 0)
      return finished.splice(0, beyond === -1 ? finished.length : beyond)
    },
    putBack: (outcomes) => {
      finished = [...outcomes, ...finished]
    },
    inFlight,
    shares: () => {
      const shares = new AccountShares(lanesPerAccount)
      for (const { lease } of inFlight) shares.add(lease.owner)
      return shares
    },
    isIdle: () => inFlight.size === 0 && finished.length === 0,
    ended: anyEnded,
    abort: Scope.close(requests, Exit.void)
  }
  return sending
})
