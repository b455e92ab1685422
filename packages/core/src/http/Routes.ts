/** What an adapter mounts: the routes, their handlers and middleware, needing the services and ports. */
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { Catalog } from "../catalog/Catalog.ts"
import { EventTypesHandlers } from "../catalog/EventTypesHandlers.ts"
import { DeliveriesHandlers } from "../delivery/DeliveriesHandlers.ts"
import { EventsHandlers } from "../events/EventsHandlers.ts"
import { HistoryHandlers } from "../history/HistoryHandlers.ts"
import { Limits } from "../limits/Limits.ts"
import { WebhooksHandlers } from "../webhooks/WebhooksHandlers.ts"
import { describedApi } from "./describe.ts"
import * as AuthorizationLayer from "./middleware/layers/AuthorizationLayer.ts"
import * as RateLimitLayer from "./middleware/layers/RateLimitLayer.ts"
import * as RequestScopeLayer from "./middleware/layers/RequestScopeLayer.ts"
import * as RequestValidationLayer from "./middleware/layers/RequestValidationLayer.ts"
import { problemBody } from "./Problem.ts"

const middleware = Layer.mergeAll(
  AuthorizationLayer.layer,
  RateLimitLayer.layer,
  RequestScopeLayer.layer,
  RequestValidationLayer.layer
)

/** Handlers of every operation, with their middleware. */
export const handlersLayer = Layer.mergeAll(
  EventTypesHandlers,
  WebhooksHandlers,
  EventsHandlers,
  DeliveriesHandlers,
  HistoryHandlers
).pipe(Layer.provideMerge(middleware))

/** The API with its description at `/openapi.json` and a readable one at `/docs`, which loads nothing from elsewhere. */
export const layer = Effect.gen(function* () {
  const api = describedApi(yield* Catalog, yield* Limits)
  return Layer.mergeAll(
    HttpApiBuilder.layer(api, { openapiPath: "/openapi.json" }),
    HttpApiScalar.layer(api, { path: "/docs", scalar: { withDefaultFonts: false } })
  )
}).pipe(Layer.unwrap, Layer.provide(handlersLayer))

/** Answers what no route takes. Leave it out where a host has routes of its own. */
export const notFoundLayer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const random = yield* SecureRandom.SecureRandom
    yield* router.add(
      "*",
      "/*",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const requestId = yield* RequestScopeLayer.requestIdOf(random, request)
        const path = request.url.split("?")[0]
        const context = { requestId, origin: "seller", ip: undefined }
        const body = problemBody(context, "Path not found", `There is no operation ${request.method} ${path}`)
        return HttpServerResponse.jsonUnsafe(body, { status: 404, headers: { "x-request-id": requestId } })
      })
    )
  })
)
