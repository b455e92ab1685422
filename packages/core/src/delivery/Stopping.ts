/** How a dispatcher ends: requests in flight finish in the time there is, none begins, and what is not sent is given back. */
import { type Cause, Effect } from "effect"
import { isNoted, isStorageLost } from "../storage/storageFailure.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import type { Sending } from "./Sending.ts"

export const makeStop = Effect.fnUntraced(function* <E>(sending: Sending, settle: Effect.Effect<void, E>) {
  const { stopWithin, storagePause } = yield* DispatcherOptions

  const complain = (cause: Cause.Cause<E>) =>
    isNoted(cause)
      ? Effect.void
      : Effect.logWarning("How requests ended could not be settled; it is tried again", cause)

  /** Repeats until it succeeds: the storage may come back before the time is over. */
  const settleAtLast: Effect.Effect<void, Cause.Cause<E>> = settle.pipe(
    Effect.sandbox,
    Effect.catch((cause) =>
      isStorageLost(cause)
        ? Effect.fail(cause)
        : Effect.andThen(complain(cause), Effect.andThen(Effect.sleep(storagePause), settleAtLast))
    )
  )

  const untilIdle = Effect.gen(function* () {
    yield* settleAtLast
    while (sending.inFlight.size > 0) {
      yield* sending.ended.await
      sending.ended.closeUnsafe()
      yield* settleAtLast
    }
  })

  return Effect.gen(function* () {
    sending.stop()
    yield* Effect.ignore(Effect.timeoutOption(untilIdle, stopWithin))
    yield* sending.abort
    yield* settle
  }).pipe(
    Effect.catch((error) => Effect.logWarning("What was in flight will be sent again: it could not be settled", error))
  )
})
