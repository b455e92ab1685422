/** What an adapter mounts: the routes, their handlers and middleware, needing the services and ports. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, OpenApi } from "effect/http-api"
import { Catalog } from "../catalog/Catalog.ts"
import { EventTypesHandlers } from "../catalog/EventTypesHandlers.ts"
import { DeliveriesHandlers } from "../delivery/DeliveriesHandlers.ts"
import { EventsHandlers } from "../events/EventsHandlers.ts"
import { HistoryHandlers } from "../history/HistoryHandlers.ts"
import { Limits } from "../limits/Limits.ts"
import { WebhooksHandlers } from "../webhooks/WebhooksHandlers.ts"
import { DocsPage } from "./DocsPage.ts"
import * as exactPath from "./exactPath.ts"
import { mountedAt } from "./MountPath.ts"
import { describedApi } from "./openApiDocument.ts"
import * as AdmissionLayer from "./middleware/layers/AdmissionLayer.ts"
import * as RequestScopeLayer from "./middleware/layers/RequestScopeLayer.ts"
import * as RequestValidationLayer from "./middleware/layers/RequestValidationLayer.ts"
import * as withoutFiles from "./withoutFiles.ts"

const middleware = Layer.mergeAll(AdmissionLayer.layer, RequestScopeLayer.layer, RequestValidationLayer.layer)

/** Handlers of every operation, with their middleware. */
const handlers = Layer.mergeAll(
  EventTypesHandlers,
  WebhooksHandlers,
  EventsHandlers,
  DeliveriesHandlers,
  HistoryHandlers
).pipe(Layer.provideMerge(middleware))

/** The description, with where the API is mounted. The framework makes it when it is asked for the first time. */
const descriptionLayer = (api: ReturnType<typeof describedApi>) =>
  HttpRouter.add(
    "GET",
    "/openapi.json",
    Effect.map(mountedAt, (url) => HttpServerResponse.jsonUnsafe({ ...OpenApi.fromApi(api), servers: [{ url }] }))
  )

/** The API with its description at `/openapi.json` and a readable one at `/docs`, which loads nothing from elsewhere. */
export const layer = Effect.gen(function* () {
  const api = describedApi(yield* Catalog, yield* Limits)
  const page = yield* DocsPage
  return Layer.mergeAll(HttpApiBuilder.layer(api), descriptionLayer(api), page.layer(api, "/docs"))
}).pipe(Layer.unwrap, Layer.provide(exactPath.layer), Layer.provide(handlers), Layer.provide(withoutFiles.layer))

export { layer as exactPathLayer } from "./exactPath.ts"
export { layer as fallbackLayer } from "./fallback.ts"
