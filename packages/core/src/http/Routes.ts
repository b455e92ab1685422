/** What an adapter mounts: the routes of an API with their middleware and description, needing the services and ports. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import type { Description } from "./description/Description.ts"
import { DocsPage } from "./description/DocsPage.ts"
import * as exactPath from "./paths/exactPath.ts"
import * as AdmissionLayer from "./middleware/layers/AdmissionLayer.ts"
import * as LifecycleLayer from "./middleware/layers/LifecycleLayer.ts"
import * as RefusedInputLayer from "./middleware/layers/RefusedInputLayer.ts"
import * as RequestScopeLayer from "./middleware/layers/RequestScopeLayer.ts"
import * as RequestValidationLayer from "./middleware/layers/RequestValidationLayer.ts"
import { changeLogPageLayer } from "./lifecycle/changeLogPage.ts"
import { OperationLifecycles } from "./lifecycle/OperationLifecycles.ts"
import { mountedAt } from "./paths/MountPath.ts"
import * as noFiles from "./noFiles.ts"

const middleware = Layer.mergeAll(
  AdmissionLayer.layer,
  LifecycleLayer.layer,
  RefusedInputLayer.layer,
  RequestScopeLayer.layer,
  RequestValidationLayer.layer
)

/**
 * A description that says where the API is mounted. A request that comes while it is being made makes it too, and does not wait.
 */
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

/**
 * The operations of the API, with their description at `/openapi.json` and a readable one at `/docs`, and what changes about them
 * at `/changelog`. The pages load nothing from elsewhere.
 */
export const layer = <Id extends string, Groups extends HttpApiGroup.Constraint, A, E, R>(
  api: HttpApi.HttpApi<Id, Groups>,
  handlers: Layer.Layer<A, E, R>,
  description: Effect.Effect<Description>
) =>
  Effect.gen(function* () {
    const document = Effect.provideContext(description, yield* Effect.context<never>())
    const page = yield* DocsPage
    return Layer.mergeAll(
      HttpApiBuilder.layer(api),
      descriptionLayer(document, "/openapi.json"),
      page.layer(document, "/docs"),
      changeLogPageLayer
    )
  }).pipe(
    Layer.unwrap,
    Layer.provide(handlers),
    Layer.provide(middleware),
    Layer.provide(OperationLifecycles.layer(api)),
    Layer.provide(exactPath.layer),
    Layer.provide(noFiles.layer)
  )
