/** What an adapter mounts: the routes, their handlers and middleware, needing the services and ports. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Catalog } from "../catalog/Catalog.ts"
import { EventTypesHandlers } from "../catalog/EventTypesHandlers.ts"
import { DeliveriesHandlers } from "../delivery/DeliveriesHandlers.ts"
import { EventsHandlers } from "../events/EventsHandlers.ts"
import { HistoryHandlers } from "../history/HistoryHandlers.ts"
import { Limits } from "../limits/Limits.ts"
import { WebhooksHandlers } from "../webhooks/WebhooksHandlers.ts"
import { DocsPage } from "./description/DocsPage.ts"
import * as exactPath from "./exactPath.ts"
import { mountedAt } from "./MountPath.ts"
import type { Description } from "./description/Description.ts"
import { openApiDocument } from "./description/openApiDocument.ts"
import { SellerApi } from "./SellerApi.ts"
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

/** A description, with where the API is mounted. Whoever asks for it while it is made makes it as well, and waits for nobody. */
export const descriptionLayer = (document: Effect.Effect<Description>, path: `/${string}`) => {
  let made: Description | undefined
  return HttpRouter.add(
    "GET",
    path,
    Effect.gen(function* () {
      made ??= yield* document
      return HttpServerResponse.jsonUnsafe({ ...made, servers: [{ url: yield* mountedAt }] })
    })
  )
}

/** The API with its description at `/openapi.json` and a readable one at `/docs`, which loads nothing from elsewhere. */
export const layer = Effect.gen(function* () {
  const document = openApiDocument(yield* Catalog, yield* Limits)
  const page = yield* DocsPage
  return Layer.mergeAll(
    HttpApiBuilder.layer(SellerApi),
    descriptionLayer(document, "/openapi.json"),
    page.layer(document, "/docs")
  )
}).pipe(Layer.unwrap, Layer.provide(exactPath.layer), Layer.provide(handlers), Layer.provide(withoutFiles.layer))

export { layer as exactPathLayer } from "./exactPath.ts"
export { layer as fallbackLayer } from "./fallback.ts"
