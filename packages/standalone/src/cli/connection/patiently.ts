/** Waits for a service that cannot be reached or fails: one that is started again is back in a moment. */
import { Duration, Effect, Schedule } from "effect"
import { warn } from "../output/warn.ts"
import { ServiceUnavailable } from "./ServiceUnavailable.ts"

// our choice: between two questions to the service.
export const pause = Duration.seconds(1)

const isUnavailable = (error: unknown): error is ServiceUnavailable => error instanceof ServiceUnavailable

const tell = (error: ServiceUnavailable) => warn(`${error.message} Asking again until it answers.`)

/** Asks until there is an answer. It says once that there is none yet. */
export const patiently = <A, E, R>(
  ask: Effect.Effect<A, E | ServiceUnavailable, R>
): Effect.Effect<A, Exclude<E, ServiceUnavailable>, R> =>
  Effect.catchIf(ask, isUnavailable, (error) =>
    Effect.andThen(
      tell(error),
      Effect.delay(Effect.retry(ask, { while: isUnavailable, schedule: Schedule.spaced(pause) }), pause)
    )
  ) as Effect.Effect<A, Exclude<E, ServiceUnavailable>, R>
