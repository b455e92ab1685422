/** Work that goes on as long as the service runs: neither an unreachable storage nor a defect may end it, nor a log that fails. */
import { Cause, type Duration, Effect } from "effect"
import { isNoted } from "./storageFailure.ts"

/**
 * Repeats the work; after a failure, when the pause is over. A failure is logged as `complaint`, once for as long as nothing else
 * happens.
 */
export const repeatForever = <E, R>(
  work: Effect.Effect<unknown, E, R>,
  complaint: string,
  pause: Duration.Input
): Effect.Effect<never, never, R> =>
  Effect.suspend(() => {
    let told: string | undefined
    const tell = (cause: Cause.Cause<E>) => {
      const text = Cause.pretty(cause)
      if (isNoted(cause) || text === told) return Effect.void
      told = text
      return Effect.ignoreCause(Effect.logError(complaint, cause))
    }
    return work.pipe(
      Effect.tap(() => Effect.sync(() => (told = undefined))),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(tell(cause), Effect.sleep(pause))
      ),
      Effect.forever
    )
  })
