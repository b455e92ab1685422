/** The webhook operations (Seller Webhooks Service, Endpoints): each is declared here, once. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { Uuid } from "../../access/Uuid.ts"
import { Admission } from "../../http/middleware/Admission.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { operation } from "../../http/operation/Operation.ts"
import { declared } from "../../http/operation/Problem.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { ReplyStatus } from "../../transport/Transport.ts"
import { Count } from "../../validation/WholeNumber.ts"
import { ExistingSubscriptions, Subscription } from "../Subscription.ts"
import { type Webhook, WebhookId, WebhookName } from "../Webhook.ts"
import { WebhookOrder } from "../WebhookOrder.ts"
import { WebhookUrl } from "../WebhookUrl.ts"
import { webhookLimits } from "./webhookLimits.ts"

const view = {
  id: WebhookId,
  enabled: Schema.Boolean,
  name: Schema.String,
  url: Schema.String,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  subscriptions: Schema.Array(Subscription)
}

const WebhookView = Schema.Struct(view).annotate({ identifier: "Webhook" })

/** The only answer, besides that of a refresh, that shows the secret. */
const CreatedWebhook = Schema.Struct({ ...view, secret: Schema.String }).annotate({
  identifier: "CreatedWebhook"
})

/** A webhook as its owner sees it. The document's samples leave `url` out; showing it is our addition. */
export const webhookView = (webhook: Webhook): typeof WebhookView.Type => {
  const { createdAt, enabled, id, name, subscriptions, updatedAt, url } = webhook
  return { id, enabled, name, url, createdAt, updatedAt, subscriptions }
}

const edit = { enabled: Schema.Boolean, name: WebhookName, subscriptions: ExistingSubscriptions }
const WebhookEdit = Schema.Struct(edit).annotate({ identifier: "WebhookEdit" })
const NewWebhook = Schema.Struct({ ...edit, url: WebhookUrl }).annotate({ identifier: "NewWebhook" })

const params = { id: WebhookId }

const editing = { params, payload: WebhookEdit, success: WebhookView, error: declared.NotFound }

const editOperation = {
  summary: "Edit webhook",
  description: "Sets all of the editable fields. The URL is fixed; to use another one, create a new webhook.",
  access: accessRules.webhooks,
  limit: webhookLimits.webhookWrites
}

export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("list", "/webhooks", {
      query: { order: Schema.optionalKey(WebhookOrder) },
      success: Schema.Struct({
        webhooks: Schema.Array(WebhookView),
        /** How many there are. */
        total: Count,
        /** How many there may be. */
        limit: Count
      })
    }).annotateMerge(
      operation({
        summary: "List webhooks",
        description:
          "All webhooks that the caller owns, oldest first unless `order` says otherwise. `limit` is how many there may be.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookReads
      })
    ),
    HttpApiEndpoint.post("create", "/webhooks", { payload: NewWebhook, success: CreatedWebhook }).annotateMerge(
      operation({
        summary: "Create webhook",
        description: "The answer is the only place, besides Refresh secret, where the secret is shown.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookWrites
      })
    ),
    HttpApiEndpoint.post("checkUrl", "/webhooks/check", {
      payload: Schema.Struct({ url: WebhookUrl }),
      success: Schema.Struct({
        success: Schema.Boolean,
        error: Schema.optionalKey(Schema.String),
        checkStatus: Schema.optionalKey(ReplyStatus)
      }).annotate({ identifier: "UrlCheckResult" })
    }).annotateMerge(
      operation({
        summary: "Check URL",
        description:
          "Sends a notification without events, marked `test`, and says whether it would count as delivered.",
        access: accessRules.webhooks,
        limit: webhookLimits.urlChecks
      })
    ),
    HttpApiEndpoint.get("get", "/webhooks/:id", {
      params,
      success: WebhookView,
      error: declared.NotFound
    }).annotateMerge(
      operation({
        summary: "Get webhook",
        description: "A webhook that the caller owns, without its secret.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookReads
      })
    ),
    HttpApiEndpoint.put("edit", "/webhooks/:id", editing).annotateMerge(operation(editOperation)),
    // The document does not show which method edits. Clients that use PATCH are served too.
    HttpApiEndpoint.patch("editAlias", "/webhooks/:id", editing).annotateMerge(
      operation({
        ...editOperation,
        summary: "Edit webhook (PATCH)",
        description: `The same as PUT, for clients that send PATCH. ${editOperation.description}`,
        aliasOf: "webhooks.edit"
      })
    ),
    HttpApiEndpoint.delete("remove", "/webhooks/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: declared.NotFound
    }).annotateMerge(
      operation({
        summary: "Delete webhook",
        description: "Stops sending at once. What was pending is dropped; history stays.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookWrites
      })
    ),
    HttpApiEndpoint.post("refreshSecret", "/webhooks/:id/secret/refresh", {
      params,
      success: Schema.Struct({ secret: Schema.String }),
      error: declared.NotFound
    }).annotateMerge(
      operation({
        summary: "Refresh secret",
        description: "Makes a new secret and shows it. The next notification carries it.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookWrites
      })
    ),
    HttpApiEndpoint.post("sendTest", "/webhooks/:id/test/send", {
      params,
      success: Schema.Struct({
        events: Schema.Array(Schema.Struct({ id: Uuid, scope: Schema.String, type: Schema.String }))
      }),
      error: [declared.NotFound, declared.Conflict]
    }).annotateMerge(
      operation({
        summary: "Send test event",
        description:
          "Sends one event, marked `test`, for each subscription. Answers 409 when there are no subscriptions, or the webhook is disabled.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookTests
      })
    )
  )
  .prefix("/api/v1")
  .middleware(RequestValidation)
  .middleware(Admission)
  .annotateMerge(OpenApi.annotations({ title: "Webhooks", description: "Manage webhooks, and try them out." })) {}
