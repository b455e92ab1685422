/** The operator interface as routes, with its description, also as a page. */
import { Effect, Layer } from "effect"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import type { Description } from "../http/description/Description.ts"
import { DocsPage } from "../http/description/DocsPage.ts"
import * as exactPath from "../http/paths/exactPath.ts"
import * as RequestValidationLayer from "../http/middleware/layers/RequestValidationLayer.ts"
import { descriptionLayer } from "../http/Routes.ts"
import type { AnswerForSeller } from "./AnswerForSeller.ts"
import * as CompressedBodyLayer from "./middleware/layers/CompressedBodyLayer.ts"
import * as OperatorAuthorizationLayer from "./middleware/layers/OperatorAuthorizationLayer.ts"
import * as OperatorScopeLayer from "./middleware/layers/OperatorScopeLayer.ts"
import * as SellerRoutingLayer from "./middleware/layers/SellerRoutingLayer.ts"
import { MonitoringApi } from "./operatorApi.ts"
import { metricOperations } from "./metrics/metricOperations.ts"
import * as noFiles from "../http/noFiles.ts"

const metricsHandlers = HttpApiBuilder.group(MonitoringApi, "metrics", (handlers) =>
  Effect.map(metricOperations, ({ scrape }) => handlers.handleAll({ scrape }))
)

// our choice: a thousand events with a thousand values each. A payload may have 64 levels and lies three levels deep;
// one more, so that the answer can name the payload that is too deep.
const publicationBounds = { levels: 68, values: 1_000_000 }

export interface OperatorRoutesOptions extends OperatorAuthorizationLayer.OperatorKey {
  /** For data of each seller in a place of its own. When absent, all data is here. */
  readonly answerForSeller?: AnswerForSeller | undefined
}

/** What every route needs beside its handler. */
const middlewareLayer = ({ answerForSeller, ...operatorKey }: OperatorRoutesOptions) =>
  Layer.mergeAll(
    CompressedBodyLayer.layer,
    OperatorScopeLayer.layer,
    OperatorAuthorizationLayer.layer(operatorKey),
    answerForSeller === undefined ? SellerRoutingLayer.hereLayer : SellerRoutingLayer.bySellerLayer(answerForSeller),
    RequestValidationLayer.layerWith(publicationBounds)
  )

/** The operations of an API, with its description. */
export const layer = <Id extends string, Groups extends HttpApiGroup.Constraint, A, E, R>(
  api: HttpApi.HttpApi<Id, Groups>,
  handlers: Layer.Layer<A, E, R>,
  document: Effect.Effect<Description>,
  options: OperatorRoutesOptions
) =>
  Layer.mergeAll(
    HttpApiBuilder.layer(api),
    descriptionLayer(document, "/operator/v1/openapi.json"),
    Layer.unwrap(Effect.map(DocsPage, (page) => page.layer(document, "/operator/docs")))
  ).pipe(
    Layer.provide(handlers),
    Layer.provide(metricsHandlers),
    Layer.provide(middlewareLayer(options)),
    Layer.provide(exactPath.layer),
    Layer.provide(noFiles.layer)
  )

/** The metrics alone. */
export const monitoringLayer = (options: OperatorRoutesOptions) =>
  HttpApiBuilder.layer(MonitoringApi).pipe(
    Layer.provide(metricsHandlers),
    Layer.provide(middlewareLayer(options)),
    Layer.provide(exactPath.layer),
    Layer.provide(noFiles.layer)
  )
