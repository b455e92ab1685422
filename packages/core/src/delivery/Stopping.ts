/** How a dispatcher ends: requests in flight finish in the time there is, and the others are given back. */
import { Effect } from "effect"
import { DeliveryQueue } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import type { Sending } from "./Sending.ts"

export const makeStop = Effect.fnUntraced(function* <E>(sending: Sending, settle: Effect.Effect<void, E>) {
  const queue = yield* DeliveryQueue
  const { stopWithin } = yield* DispatcherOptions

  const untilIdle = Effect.gen(function* () {
    while (sending.inFlight.size > 0) {
      yield* sending.ended.await
      sending.ended.closeUnsafe()
      yield* settle
    }
  })

  return Effect.gen(function* () {
    yield* Effect.timeoutOption(untilIdle, stopWithin)
    const unfinished = sending.inFlight.batches.map(({ lease }) => lease)
    yield* sending.abort
    yield* settle
    if (unfinished.length > 0) yield* queue.release(unfinished)
  }).pipe(
    Effect.catch((error) => Effect.logWarning("What was in flight will be sent again: it could not be settled", error))
  )
})
