/** The delivery history operations (Seller Webhooks Service, List deliveries and Get delivery). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { Admission } from "../../http/middleware/Admission.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { operation } from "../../http/operation/Operation.ts"
import { inPathAs } from "../../http/paths/pathNames.ts"
import { declared } from "../../http/operation/Problem.ts"
import { timePageQuery } from "../../pagination/TimePage.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { ReplyStatus } from "../../transport/Transport.ts"
import { WebhookId } from "../../webhooks/Webhook.ts"
import { DeliveryId } from "../../delivery/queue/Delivery.ts"
import { webhookLimits } from "../../webhooks/http/webhookLimits.ts"

export const DeliveryView = Schema.Struct({
  id: DeliveryId,
  time: Timestamp,
  webhookId: WebhookId,
  success: Schema.Boolean,
  responseCode: Schema.optionalKey(ReplyStatus),
  error: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Delivery" })

export class DeliveriesApi extends HttpApiGroup.make("deliveries")
  .add(
    HttpApiEndpoint.get("list", "/deliveries", {
      query: { ...timePageQuery, webhookId: Schema.optionalKey(WebhookId) },
      success: Schema.Struct({ deliveries: Schema.Array(DeliveryView), next: Schema.String, prev: Schema.String })
    }).annotateMerge(
      operation({
        summary: "List deliveries",
        description:
          "Attempts to deliver to the caller's webhooks, newest first. One delivery may carry several events.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookHistory
      })
    ),
    HttpApiEndpoint.get("get", "/deliveries/:deliveryId", {
      params: { deliveryId: inPathAs("delivery-id", DeliveryId) },
      success: DeliveryView,
      error: declared.NotFound
    }).annotateMerge(
      operation({
        summary: "Get delivery",
        description: "One attempt of the history.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookHistory
      })
    )
  )
  .prefix("/api/v1")
  .middleware(RequestValidation)
  .middleware(Admission)
  .annotateMerge(OpenApi.annotations({ title: "Delivery history", description: "Every attempt to deliver." })) {}
