/** What an adapter mounts: the routes, their handlers and middleware, needing the services and ports. */
import { Context, Effect, Layer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, OpenApi } from "effect/http-api"
import { Tokens } from "../access/Tokens.ts"
import { Catalog } from "../catalog/Catalog.ts"
import { EventTypesHandlers } from "../catalog/EventTypesHandlers.ts"
import { DeliveriesHandlers } from "../delivery/DeliveriesHandlers.ts"
import { EventsHandlers } from "../events/EventsHandlers.ts"
import { HistoryHandlers } from "../history/HistoryHandlers.ts"
import { Limits } from "../limits/Limits.ts"
import { RateBudget } from "../limits/RateBudget.ts"
import { storagePorts } from "../StoragePorts.ts"
import { Transport } from "../transport/Transport.ts"
import { SecretVault } from "../webhooks/SecretVault.ts"
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

const groups = Layer.mergeAll(EventTypesHandlers, WebhooksHandlers, EventsHandlers, DeliveriesHandlers, HistoryHandlers)

/** What services stand on is for them alone. References stay, whoever reads them. */
const withoutFoundation = Context.omit(
  ...storagePorts,
  Mac.Mac,
  RateBudget,
  SecretVault,
  SecureRandom.SecureRandom,
  Tokens,
  Transport
)

/**
 * Handlers of every operation, with their middleware. The framework copies for each request all that was around as they were
 * made.
 */
export const handlersLayer = Layer.fromBuildMemo((memoMap, scope) =>
  Effect.updateContext(
    Layer.buildWithMemoMap(groups, memoMap, scope),
    (context: Context.Context<Layer.Services<typeof groups>>) => withoutFoundation(context)
  )
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
}).pipe(Layer.unwrap, Layer.provide(exactPath.layer), Layer.provide(handlersLayer), Layer.provide(withoutFiles.layer))

export { layer as exactPathLayer } from "./exactPath.ts"
export { layer as fallbackLayer } from "./fallback.ts"
