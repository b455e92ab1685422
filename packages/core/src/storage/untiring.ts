/** Work that goes on for as long as the service runs: neither a storage that is away nor a defect may end it. */
import { Cause, type Duration, Effect } from "effect"

/** Again and again; after a failure, which is logged as `complaint`, when the pause is over. */
export const untiring = <E, R>(
  work: Effect.Effect<unknown, E, R>,
  complaint: string,
  pause: Duration.Input
): Effect.Effect<never, never, R> =>
  work.pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.andThen(Effect.logError(complaint, cause), Effect.sleep(pause))
    ),
    Effect.forever
  )
