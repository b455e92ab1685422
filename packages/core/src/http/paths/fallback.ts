/**
 * Answers in the published body what no operation answers: requests that no route takes, and failures outside of every
 * operation. Leave it out where a host has routes of its own.
 */
import { Cause, Effect, type Layer, Metric, Predicate, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Metrics } from "../../observability/Metrics.ts"
import { pathNotFound } from "./pathNotFound.ts"
import { requestIdHeader, requestIdOf } from "../request/requestId.ts"
import { answerUnexpected } from "../unexpected.ts"

/** Whether no route takes the request. */
export const isUnrouted = (cause: Cause.Cause<unknown>): boolean => {
  const error = Result.getOrUndefined(Cause.findError(cause))
  return (
    Predicate.isTagged(error, "HttpServerError") &&
    Predicate.hasProperty(error, "reason") &&
    Predicate.isTagged(error.reason, "RouteNotFound")
  )
}

/** Counts an answer that belongs to no operation. */
const count = ({ status }: HttpServerResponse.HttpServerResponse): Effect.Effect<void> =>
  Metric.update(Metrics.apiRequests("none", "none", String(status)), 1)

/** A caller that hung up, a service that stops, or an answer that was thrown: the framework knows what to do with them. */
const isNoFailure = (cause: Cause.Cause<unknown>): boolean =>
  Cause.hasInterruptsOnly(cause) || HttpServerResponse.isHttpServerResponse(Cause.squash(cause))

const answer = Effect.fnUntraced(function* (random: SecureRandom.SecureRandom["Service"], cause: Cause.Cause<unknown>) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const requestId = yield* requestIdOf(random, request)
  // Runs after an operation that may have set an id already: the last id that is set counts.
  yield* HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, requestIdHeader, requestId))
  )
  const context = { requestId, origin: "seller", ip: undefined, ids: new Map(), answerHeaders: {} }
  if (!isUnrouted(cause)) return yield* answerUnexpected(cause, context)
  return pathNotFound(context, request)
})

/** The application with an answer to everything. */
export const withFallback: Effect.Effect<
  <E, R>(
    app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest | R>,
  never,
  SecureRandom.SecureRandom
> = Effect.map(
  SecureRandom.SecureRandom,
  (random) => (app) =>
    Effect.catchCause(app, (cause) =>
      isNoFailure(cause) ? Effect.failCause(cause) : Effect.tap(answer(random, cause), count)
    )
)

export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter | SecureRandom.SecureRandom> =
  HttpRouter.middleware(
    Effect.map(withFallback, (answerAll) => (httpEffect) => answerAll(httpEffect)),
    { global: true }
  )
