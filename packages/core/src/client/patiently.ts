/** Reads a page again where it could not be had (API Conventions, Pagination conventions). */
import { Clock, Context, Duration, Effect, Option, Schedule } from "effect"
import { HttpClientError } from "effect/http"
import { StatusTooManyRequests } from "../http/refusals/StatusProblem.ts"
import { TooManyRequests } from "../http/operation/TooManyRequests.ts"
import { refusalOf } from "./Budget.ts"

/** our choice: a service that restarts is back within half a minute. */
const afterFailure = (times = 5) => Schedule.max([Schedule.exponential("1 second"), Schedule.recurs(times)])

/** Whether a client repeats calls itself. Where something around the call does, it would be repeated by both. */
export const RepeatsCalls = Context.Reference<boolean>("@sellerkit/core/client/RepeatsCalls", {
  defaultValue: () => true
})

/** Whether an answer broke off in the middle. */
const isBroken = ({ reason }: HttpClientError.HttpClientError): boolean =>
  reason._tag === "DecodeError" && reason.cause !== undefined

/** Whether a request may succeed when it is sent again. */
const mayPass = (error: unknown): boolean => {
  if (!HttpClientError.isHttpClientError(error)) return false
  const { reason, response } = error
  return response === undefined ? reason._tag === "TransportError" : response.status >= 500 || isBroken(error)
}

/** Makes a call again after a failure of the service or of the connection. It fails as it did the last time. */
export const repeatedly = <A, E, R>(call: Effect.Effect<A, E, R>, times?: number): Effect.Effect<A, E, R> =>
  Effect.retry(call, { while: mayPass, schedule: afterFailure(times) })

/** In how many seconds a spent budget has a request again. A proxy that says so may do it in a body of its own. `now` in milliseconds. */
const spentFor = (error: unknown, now: number): Option.Option<number> => {
  if (error instanceof StatusTooManyRequests || error instanceof TooManyRequests) return Option.some(error.retryAfter)
  const response = HttpClientError.isHttpClientError(error) ? error.response : undefined
  return response?.status === 429 ? Option.some(refusalOf(response.headers, now).retry) : Option.none()
}

/** It waits for a spent budget as the answer says, however often. After a failure of the service it tries five more times. */
export const patiently = <A, E, R>(page: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  repeatedly(Effect.provideService(page, RepeatsCalls, false)).pipe(
    Effect.catch((error) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Option.match(spentFor(error, now), {
          onNone: () => Effect.fail(error),
          onSome: (seconds) => Effect.andThen(Effect.sleep(Duration.seconds(seconds)), patiently(page))
        })
      )
    )
  )
