/** What the document says about webhooks. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { webhooksService } from "../contract/webhooksService.ts"

/** A webhook shows its URL besides: our choice. */
const webhook = ["id", "enabled", "name", "url", "createdAt", "updatedAt", "subscriptions"]

const edited = ["enabled", "name", "subscriptions"]
const created = [...edited, "url"]

const orders = ["nameAsc", "nameDesc", "createdAtAsc", "createdAtDesc", "updatedAtAsc", "updatedAtDesc"]

export const webhooksContract: FeatureContract = {
  ...webhooksService,
  operations: {
    "POST /api/v1/webhooks": { statuses: "200 400 401 403 429" },
    "GET /api/v1/webhooks": {
      statuses: "200 400 401 403 429",
      query: { order: { type: "string", enum: orders } }
    },
    "GET /api/v1/webhooks/{id}": { statuses: "200 400 401 403 404 429" },
    "PUT /api/v1/webhooks/{id}": { statuses: "200 400 401 403 404 429" },
    // For clients that took the edit to be PATCH.
    "PATCH /api/v1/webhooks/{id}": { statuses: "200 400 401 403 404 429", aliasOf: "PUT /api/v1/webhooks/{id}" },
    "DELETE /api/v1/webhooks/{id}": { statuses: "400 401 403 404 429", chosenStatus: "204" },
    "POST /api/v1/webhooks/check": { statuses: "200 400 401 403 429" },
    "POST /api/v1/webhooks/{id}/secret/refresh": { statuses: "200 400 401 403 404 429" },
    "POST /api/v1/webhooks/{id}/test/send": { statuses: "200 400 401 403 404 409 429" }
  },
  schemas: {
    NewWebhook: {
      fields: created,
      required: created,
      limits: {
        name: { minLength: 3, maxLength: 60 },
        url: { minLength: 10, maxLength: 200, format: "uri" },
        subscriptions: { uniqueItems: true }
      }
    },
    WebhookEdit: { fields: edited, required: edited },
    Webhook: { fields: webhook },
    // The secret is shown only here, and by a refresh.
    CreatedWebhook: { fields: [...webhook, "secret"] },
    UrlCheckResult: { fields: ["success", "error", "checkStatus"] }
  }
}
