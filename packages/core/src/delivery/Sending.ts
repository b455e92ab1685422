/** The requests in flight: starts one per batch, and gathers how they ended. */
import { Effect, Exit, Fiber, Latch } from "effect"
import { AccountShares } from "./AccountShares.ts"
import { makeDeliver } from "./Delivering.ts"
import type { Batch, Outcome } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import { InFlight, type RequestInFlight } from "./InFlight.ts"

export interface Sending {
  start(batch: Batch): Effect.Effect<void>
  /** Outcomes of requests that ended, longest ago first: with at most so many events, or a single one. */
  takeFinished(mostEvents: number): ReadonlyArray<Outcome>
  /** Outcomes that could not be settled yet: the next call gives them again. */
  putBack(outcomes: ReadonlyArray<Outcome>): void
  readonly inFlight: Pick<InFlight, "batches" | "size">
  /** What is in flight, by account. */
  shares(): AccountShares
  /** Whether an outcome is waiting to be settled. */
  hasFinished(): boolean
  /** Opened whenever a request ends. */
  readonly ended: Latch.Latch
  /** Breaks off the requests in flight. */
  readonly abort: Effect.Effect<void>
}

export const makeSending = Effect.gen(function* () {
  const deliver = yield* makeDeliver
  const { lanesPerAccount } = yield* DispatcherOptions
  const anyEnded = yield* Latch.make(false)
  const inFlight = new InFlight()
  let finished: Array<Outcome> = []

  const ended = (request: RequestInFlight) => (exit: Exit.Exit<Outcome>) =>
    Effect.sync(() => {
      inFlight.remove(request)
      if (Exit.isSuccess(exit)) finished.push(exit.value)
      anyEnded.openUnsafe()
    })

  const abort = Effect.suspend(() => Fiber.interruptAll(inFlight.fibers))
  yield* Effect.addFinalizer(() => abort)

  const sending: Sending = {
    start: (batch) =>
      Effect.suspend(() => {
        const request = inFlight.add(batch)
        return Effect.map(Effect.forkDetach(Effect.onExit(deliver(batch), ended(request))), (fiber) => {
          request.fiber = fiber
        })
      }),
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
      for (const { lease } of inFlight.batches) shares.add(lease.owner)
      return shares
    },
    hasFinished: () => finished.length > 0,
    ended: anyEnded,
    abort
  }
  return sending
})
