/**
 * The operator interface: how the host system publishes events, makes tokens, and looks at what became of an event. It is
 * for the one who runs the service, never for sellers.
 */
import { parsing } from "@sellerkit/core/http"
import { HttpApi, OpenApi } from "effect/http-api"
import { ClockApi } from "./ClockApi.ts"
import { DeliveriesApi } from "./DeliveriesApi.ts"
import { EventsApi } from "./EventsApi.ts"
import { MetricsApi } from "./MetricsApi.ts"
import { OperatorAuthorization, OperatorScope } from "./OperatorAuthorization.ts"
import { ResendsApi } from "./ResendsApi.ts"
import { RetrySchedulesApi } from "./RetrySchedulesApi.ts"
import { SecretsApi } from "./SecretsApi.ts"
import { ServicesApi } from "./ServicesApi.ts"
import { TokensApi } from "./TokensApi.ts"
import { WebhooksApi } from "./WebhooksApi.ts"

/** The part of it that every process has. */
export class MonitoringApi extends HttpApi.make("operator")
  .add(MetricsApi)
  .middleware(OperatorAuthorization)
  .middleware(OperatorScope)
  .annotateMerge(parsing) {}

/** The part that only a sandbox has. */
class SandboxClockApi extends HttpApi.make("operator")
  .add(ClockApi)
  .prefix("/operator/v1")
  .middleware(OperatorAuthorization)
  .middleware(OperatorScope)
  .annotateMerge(parsing) {}

export class OperatorApi extends HttpApi.make("operator")
  .add(EventsApi, WebhooksApi, DeliveriesApi, ResendsApi, RetrySchedulesApi, TokensApi, ServicesApi, SecretsApi)
  .prefix("/operator/v1")
  .add(MetricsApi)
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

/** That of a sandbox, where the host moves the time. */
export class SandboxOperatorApi extends OperatorApi.addHttpApi(SandboxClockApi) {}
