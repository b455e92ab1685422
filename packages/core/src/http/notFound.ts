/** Answers requests that no route takes in the published body. Leave it out where a host has routes of its own. */
import { Effect, type Layer, Predicate } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { requestIdOf } from "./middleware/layers/RequestScopeLayer.ts"
import { problemBody } from "./Problem.ts"

const isRouteNotFound = (error: unknown): boolean =>
  Predicate.isTagged(error, "HttpServerError") &&
  Predicate.hasProperty(error, "reason") &&
  Predicate.isTagged(error.reason, "RouteNotFound")

const answer = Effect.fnUntraced(function* (random: SecureRandom.SecureRandom["Service"]) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const requestId = yield* requestIdOf(random, request)
  const path = request.url.split("?")[0]!.slice(0, 200)
  const context = { requestId, origin: "seller", ip: undefined }
  const body = problemBody(context, "Path not found", `There is no operation ${request.method} ${path}`)
  return HttpServerResponse.jsonUnsafe(body, { status: 404, headers: { "x-request-id": requestId } })
})

export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter | SecureRandom.SecureRandom> =
  HttpRouter.middleware(
    Effect.map(
      SecureRandom.SecureRandom,
      (random) => (httpEffect) =>
        Effect.catch(httpEffect, (error) => (isRouteNotFound(error) ? answer(random) : Effect.fail(error)))
    ),
    { global: true }
  )
