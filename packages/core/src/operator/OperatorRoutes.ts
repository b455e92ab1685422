/** The operator interface as routes, with its description, also as a page. */
import { Effect, Layer } from "effect"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import type { Description } from "../http/description/Description.ts"
import { DocsPage } from "../http/description/DocsPage.ts"
import * as exactPath from "../http/exactPath.ts"
import * as RequestValidationLayer from "../http/middleware/layers/RequestValidationLayer.ts"
import { descriptionLayer } from "../http/Routes.ts"
import * as withoutFiles from "../http/withoutFiles.ts"
import { answering } from "./answering.ts"
import { operatorDocument } from "./description/operatorDocument.ts"
import * as OperatorAuthorizationLayer from "./middleware/layers/OperatorAuthorizationLayer.ts"
import * as OperatorScopeLayer from "./middleware/layers/OperatorScopeLayer.ts"
import * as SellerRoutingLayer from "./middleware/layers/SellerRoutingLayer.ts"
import { MonitoringApi, OperatorApi } from "./OperatorApi.ts"
import { deliveryOperations } from "./operations/deliveryOperations.ts"
import { eventOperations, publishOperation } from "./operations/eventOperations.ts"
import { metricOperations } from "./operations/metricOperations.ts"
import { resendOperations } from "./operations/resendOperations.ts"
import { retryScheduleOperations } from "./operations/retryScheduleOperations.ts"
import { secretOperations } from "./operations/secretOperations.ts"
import { serviceOperations } from "./operations/serviceOperations.ts"
import { tokenOperations } from "./operations/tokenOperations.ts"
import { webhookOperations } from "./operations/webhookOperations.ts"

const MetricsHandlers = HttpApiBuilder.group(OperatorApi, "metrics", (handlers) =>
  Effect.map(metricOperations, (operations) => handlers.handleAll(answering(operations)))
)

/** The server side of every operation. */
export const handlersLayer = Layer.mergeAll(
  HttpApiBuilder.group(OperatorApi, "events", (handlers) =>
    Effect.zipWith(publishOperation, eventOperations, (publish, operations) =>
      handlers.handleAll(answering({ publish, ...operations }))
    )
  ),
  HttpApiBuilder.group(OperatorApi, "webhooks", (handlers) =>
    Effect.map(webhookOperations, (operations) => handlers.handleAll(answering(operations)))
  ),
  HttpApiBuilder.group(OperatorApi, "deliveries", (handlers) =>
    Effect.map(deliveryOperations, (operations) => handlers.handleAll(answering(operations)))
  ),
  HttpApiBuilder.group(OperatorApi, "resends", (handlers) =>
    Effect.map(resendOperations, (operations) => handlers.handleAll(answering(operations)))
  ),
  HttpApiBuilder.group(OperatorApi, "retrySchedules", (handlers) =>
    Effect.map(retryScheduleOperations, (operations) => handlers.handleAll(answering(operations)))
  ),
  HttpApiBuilder.group(OperatorApi, "tokens", (handlers) =>
    Effect.map(tokenOperations, (operations) => handlers.handleAll(answering(operations)))
  ),
  HttpApiBuilder.group(OperatorApi, "services", (handlers) =>
    Effect.map(serviceOperations, (operations) => handlers.handleAll(answering(operations)))
  ),
  HttpApiBuilder.group(OperatorApi, "secrets", (handlers) =>
    Effect.map(secretOperations, (operations) => handlers.handleAll(answering(operations)))
  ),
  MetricsHandlers
)

// our choice: a thousand events with a thousand values each. A payload may have 64 levels and lies three levels deep;
// one more, so that the answer can name the payload that is too deep.
const publicationBounds = { levels: 68, values: 1_000_000 }

export interface OperatorRoutesOptions extends OperatorAuthorizationLayer.OperatorKey {
  /** Where each seller's data is in a place of its own; here, when absent. */
  readonly answerForSeller?: SellerRoutingLayer.AnswerForSeller | undefined
}

/** What every route needs beside its handler. */
export const middlewareLayer = ({ answerForSeller, ...operatorKey }: OperatorRoutesOptions) =>
  Layer.mergeAll(
    OperatorScopeLayer.layer,
    OperatorAuthorizationLayer.layer(operatorKey),
    answerForSeller === undefined ? SellerRoutingLayer.hereLayer : SellerRoutingLayer.bySellerLayer(answerForSeller),
    RequestValidationLayer.layerWith(publicationBounds)
  )

/** For an API with further groups (`OperatorApi.addHttpApi`), whose handlers it needs. */
export const describedLayer = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  document: Effect.Effect<Description>
) =>
  Layer.mergeAll(
    HttpApiBuilder.layer(api),
    descriptionLayer(document, "/operator/v1/openapi.json"),
    Layer.unwrap(Effect.map(DocsPage, (page) => page.layer(document, "/operator/docs")))
  ).pipe(Layer.provide(exactPath.layer), Layer.provide(withoutFiles.layer))

/** All of it. */
export const layer = (options: OperatorRoutesOptions) =>
  describedLayer(OperatorApi, operatorDocument(OperatorApi)).pipe(
    Layer.provide(handlersLayer),
    Layer.provide(middlewareLayer(options))
  )

/** The metrics alone. */
export const monitoringLayer = (options: OperatorRoutesOptions) =>
  HttpApiBuilder.layer(MonitoringApi).pipe(
    Layer.provide(MetricsHandlers),
    Layer.provide(middlewareLayer(options)),
    Layer.provide(exactPath.layer),
    Layer.provide(withoutFiles.layer)
  )
