/**
 * The operator interface, made of the groups of features: the operator publishes events with it, makes tokens, and sees what became
 * of an event. It is for the one who runs the service, never for sellers.
 */
import type { Array } from "effect"
import { HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { parsing } from "../http/parsing.ts"
import { MetricsApi } from "./metrics/MetricsApi.ts"
import { CompressedBody } from "./middleware/CompressedBody.ts"
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

/** Handlers that are made for some of its groups are handlers of every API with these groups. */
export const operatorApi = <const Groups extends Array.NonEmptyReadonlyArray<HttpApiGroup.Constraint>>(
  ...groups: Groups
) =>
  HttpApi.make("operator")
    .add(...groups)
    .prefix("/operator/v1")
    .add(MetricsApi)
    .middleware(SellerRouting)
    // The one that is named later comes first: what a body says of its seller is read when it has been unpacked.
    .middleware(CompressedBody)
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
    )
