/** What the document says about deliveries, and about the notifications that they send. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { timePageQuery, webhooksService } from "../contract/webhooksService.ts"

export const deliveriesContract: FeatureContract = {
  ...webhooksService,
  operations: {
    "GET /api/v1/deliveries": { statuses: "200 400 401 403 429", query: { ...timePageQuery, webhookId: undefined } },
    "GET /api/v1/deliveries/{delivery-id}": { statuses: "200 400 401 403 404 429" }
  },
  schemas: {
    Delivery: { fields: ["id", "time", "webhookId", "success", "responseCode", "error"] },
    Notification: { fields: ["sellerId", "requestId", "events"] }
  }
}
