/** Reads a page again where it could not be had (API Conventions, Pagination conventions). */
import { Context, Duration, Effect, Schedule } from "effect"
import { HttpClientError } from "effect/http"
import { StatusTooManyRequests } from "../http/refusals/StatusProblem.ts"
import { TooManyRequests } from "../http/TooManyRequests.ts"

/** our choice: a service that restarts is back within half a minute. */
export const afterFailure = (times = 5) => Schedule.max([Schedule.exponential("1 second"), Schedule.recurs(times)])

/** Whether a client repeats calls itself. Where something around the call does, it would be repeated by both. */
export const RepeatsCalls = Context.Reference<boolean>("@sellerkit/core/client/RepeatsCalls", {
  defaultValue: () => true
})

/** Whether a request may succeed when it is sent again. */
export const mayPass = ({ reason, response }: HttpClientError.HttpClientError): boolean =>
  response === undefined ? reason._tag === "TransportError" : response.status >= 500

const isSpent = (error: unknown): error is StatusTooManyRequests | TooManyRequests =>
  error instanceof StatusTooManyRequests || error instanceof TooManyRequests

/** It waits for a spent budget as the answer says, however often. After a failure of the service it tries five more times. */
export const patiently = <A, E, R>(page: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  page.pipe(
    Effect.provideService(RepeatsCalls, false),
    Effect.retry({
      while: (error) => HttpClientError.isHttpClientError(error) && mayPass(error),
      schedule: afterFailure()
    }),
    Effect.catch((error) =>
      isSpent(error)
        ? Effect.andThen(Effect.sleep(Duration.seconds(error.retryAfter)), patiently(page))
        : Effect.fail(error)
    )
  )
