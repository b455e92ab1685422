/** Waits for a service that cannot be reached or fails: one that is started anew is back in a moment. */
import { Console, Duration, Effect, Schedule } from "effect"
import { CliError, CliOutput } from "effect/cli"
import { ServiceUnavailable } from "./ServiceUnavailable.ts"

// our choice: between two questions to the service.
export const pause = Duration.seconds(1)

const isUnavailable = (error: unknown): error is ServiceUnavailable => error instanceof ServiceUnavailable

const tell = Effect.fnUntraced(function* (error: ServiceUnavailable) {
  const formatter = yield* CliOutput.Formatter
  const userMessage = `${error.message} Asking again until it answers.`
  yield* Console.error(formatter.formatError(new CliError.UserError({ cause: error, userMessage })))
})

/** Asks until there is an answer. That there is none is said once. */
export const patiently = <A, E, R>(
  ask: Effect.Effect<A, E | ServiceUnavailable, R>
): Effect.Effect<A, Exclude<E, ServiceUnavailable>, R> =>
  Effect.catchIf(ask, isUnavailable, (error) =>
    Effect.andThen(
      tell(error),
      Effect.delay(Effect.retry(ask, { while: isUnavailable, schedule: Schedule.spaced(pause) }), pause)
    )
  ) as Effect.Effect<A, Exclude<E, ServiceUnavailable>, R>
