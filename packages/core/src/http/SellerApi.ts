/** The whole API. Middleware added last runs first: scope, authorization, rate limit, validation, handler. */
import { HttpApi, OpenApi } from "effect/http-api"
import { EventTypesApi } from "../catalog/EventTypesApi.ts"
import { DeliveriesApi } from "../delivery/DeliveriesApi.ts"
import { EventsApi } from "../events/EventsApi.ts"
import { HistoryApi } from "../history/HistoryApi.ts"
import { WebhooksApi } from "../webhooks/WebhooksApi.ts"
import { Admission } from "./middleware/Admission.ts"
import { RequestScope } from "./middleware/RequestScope.ts"
import { parsing } from "./parsing.ts"

export class SellerApi extends HttpApi.make("seller")
  .add(EventTypesApi, WebhooksApi, EventsApi, DeliveriesApi, HistoryApi)
  .middleware(Admission)
  .middleware(RequestScope)
  .annotateMerge(parsing)
  .annotateMerge(
    OpenApi.annotations({
      title: "Seller API",
      version: "1.0.0",
      summary: "Webhooks for events on a seller's account",
      servers: [{ url: "/" }],
      license: { name: "MIT", url: "https://opensource.org/license/mit" }
    })
  ) {}
