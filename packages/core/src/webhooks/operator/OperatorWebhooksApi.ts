/** Operations on the webhooks of a seller, no matter who owns them: how they do. */
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Account, SellerId, ServiceId } from "../../access/Account.ts"
import { WebhookHealth } from "../../delivery/queue/WebhookHealth.ts"
import { declared } from "../../http/operation/Problem.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { PageLimit } from "../../pagination/TimePage.ts"
import { lastDays } from "../../time/lastDays.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { Count } from "../../validation/WholeNumber.ts"
import { Subscription } from "../Subscription.ts"
import { WebhookId } from "../Webhook.ts"
import { described } from "../../operator/described.ts"
import { viewerQuery } from "../../operator/viewerQuery.ts"

export const MonitoredWebhookView = Schema.Struct({
  id: WebhookId,
  serviceId: Schema.NullOr(ServiceId),
  name: Schema.String,
  url: Schema.String,
  subscriptions: Schema.Array(Subscription),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  health: WebhookHealth
}).annotate({ identifier: "MonitoredWebhook" })

/** A webhook among those of everybody. */
const WebhookOfSeller = Schema.Struct({ ...Account.fields, ...MonitoredWebhookView.fields }).annotate({
  identifier: "WebhookOfSeller"
})

/** Where a list of webhooks goes on; empty where there is no further page. */
const WebhookCursor = Schema.Union([WebhookId, Schema.Literal("")])

const Days = Schema.Int.check(Schema.isBetween(lastDays)).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed(lastDays.usual))
)

const HourOfDeliveries = Schema.Struct({ hour: Timestamp, succeeded: Count, failed: Count }).annotate({
  identifier: "HourOfDeliveries"
})

export class OperatorWebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("everywhere", "/webhooks", {
      query: {
        limit: PageLimit,
        next: Schema.optionalKey(WebhookCursor),
        search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
        state: Schema.optionalKey(WebhookHealth.fields.state)
      },
      success: Schema.Struct({ webhooks: Schema.Array(WebhookOfSeller), next: WebhookCursor })
    }).annotateMerge(
      described(
        "Webhooks of all sellers",
        "By the order of their ids, with their health. A page may have fewer webhooks than its limit, or none, and still lead on: looking through many takes several pages."
      )
    ),
    HttpApiEndpoint.get("list", "/sellers/:sellerId/webhooks", {
      params: { sellerId: SellerId },
      query: viewerQuery,
      success: Schema.Struct({ webhooks: Schema.Array(MonitoredWebhookView) })
    }).annotateMerge(
      described(
        "Webhooks with their health",
        "All webhooks of the seller and its services: whether what is sent arrives."
      )
    ),
    HttpApiEndpoint.get("get", "/sellers/:sellerId/webhooks/:id", {
      params: { sellerId: SellerId, id: WebhookId },
      query: viewerQuery,
      success: MonitoredWebhookView,
      error: declared.NotFound
    }).annotateMerge(described("Webhook with its health", "One webhook of the seller or of one of its services.")),
    HttpApiEndpoint.get("hours", "/sellers/:sellerId/webhooks/:id/hours", {
      params: { sellerId: SellerId, id: WebhookId },
      query: { ...viewerQuery, days: Days },
      success: Schema.Struct({ hours: Schema.Array(HourOfDeliveries) }),
      error: declared.NotFound
    }).annotateMerge(
      described(
        "Attempts of a webhook by hours",
        "How many attempts to deliver succeeded and failed in each hour of the last days. Hours without an attempt are left out."
      )
    ),
    HttpApiEndpoint.post("retry", "/sellers/:sellerId/webhooks/:id/retry", {
      params: { sellerId: SellerId, id: WebhookId },
      query: viewerQuery,
      success: MonitoredWebhookView,
      error: [declared.NotFound, declared.Conflict]
    }).annotateMerge(
      described(
        "Send what waits now",
        "Ends the pause that a webhook makes after a failure, because its receiver is back: everything that waits is due. Answers with the webhook's health then; while a request is in flight nothing changes. 409 while the webhook is disabled."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Webhooks", description: "How webhooks fare." })) {}
