/**
 * The operator interface: the operator publishes events with it, makes tokens, and sees what became of an event. It is
 * for the one who runs the service, never for sellers.
 */
import { HttpApi, OpenApi } from "effect/http-api"
import { parsing } from "../http/parsing.ts"
import { DeliveriesApi } from "./groups/DeliveriesApi.ts"
import { EventsApi } from "./groups/EventsApi.ts"
import { MetricsApi } from "./groups/MetricsApi.ts"
import { ResendsApi } from "./groups/ResendsApi.ts"
import { RetrySchedulesApi } from "./groups/RetrySchedulesApi.ts"
import { SecretsApi } from "./groups/SecretsApi.ts"
import { ServicesApi } from "./groups/ServicesApi.ts"
import { TokensApi } from "./groups/TokensApi.ts"
import { WebhooksApi } from "./groups/WebhooksApi.ts"
import { OperatorAuthorization } from "./middleware/OperatorAuthorization.ts"
import { OperatorScope } from "./middleware/OperatorScope.ts"
import { SellerRouting } from "./middleware/SellerRouting.ts"

/** The part of it that every process has. */
export class MonitoringApi extends HttpApi.make("operator")
  .add(MetricsApi)
  .middleware(SellerRouting)
  .middleware(OperatorAuthorization)
  .middleware(OperatorScope)
  .annotateMerge(parsing) {}

/** All of it. A group that is added here has its handlers in `OperatorRoutes`. */
export class OperatorApi extends HttpApi.make("operator")
  .add(EventsApi, WebhooksApi, DeliveriesApi, ResendsApi, RetrySchedulesApi, TokensApi, ServicesApi, SecretsApi)
  .prefix("/operator/v1")
  .add(MetricsApi)
  .middleware(SellerRouting)
  .middleware(OperatorAuthorization)
  .middleware(OperatorScope)
  .annotateMerge(parsing)
  .annotateMerge(
    OpenApi.annotations({
      title: "Sellerkit operator interface",
      version: "1.0.0",
      summary: "Publish events, make tokens, see what became of an event",
      servers: [{ url: "/" }],
      license: { name: "MIT", url: "https://opensource.org/license/mit" }
    })
  ) {}
