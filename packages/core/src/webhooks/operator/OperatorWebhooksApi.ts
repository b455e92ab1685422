/** Operations on the webhooks of a seller, no matter who owns them: how they do. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SellerId, ServiceId } from "../../access/Account.ts"
import { WebhookHealth } from "../../delivery/WebhookHealth.ts"
import { declared } from "../../http/Problem.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { Subscription } from "../Subscription.ts"
import { WebhookId } from "../Webhook.ts"
import { described } from "../../operator/described.ts"

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

const query = { sandbox: Schema.optionalKey(Schema.Boolean) }

export class OperatorWebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("list", "/sellers/:sellerId/webhooks", {
      params: { sellerId: SellerId },
      query,
      success: Schema.Struct({ webhooks: Schema.Array(MonitoredWebhookView) })
    }).annotateMerge(
      described(
        "Webhooks with their health",
        "All webhooks of the seller and its services: whether what is sent arrives."
      )
    ),
    HttpApiEndpoint.get("get", "/sellers/:sellerId/webhooks/:id", {
      params: { sellerId: SellerId, id: WebhookId },
      query,
      success: MonitoredWebhookView,
      error: declared.NotFound
    }).annotateMerge(described("Webhook with its health", "One webhook of the seller or of one of its services.")),
    HttpApiEndpoint.post("retry", "/sellers/:sellerId/webhooks/:id/retry", {
      params: { sellerId: SellerId, id: WebhookId },
      query,
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
