/** What the document says about the history of events. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { timePageQuery, webhooksService } from "../contract/webhooksService.ts"

export const eventsContract: FeatureContract = {
  ...webhooksService,
  operations: {
    "GET /api/v1/events": { statuses: "200 400 401 403 429", query: { ...timePageQuery, webhookId: undefined } },
    "GET /api/v1/events/{event-id}": { statuses: "200 400 401 403 404 429" },
    "GET /api/v1/events/{event-id}/deliveries": { statuses: "200 400 401 403 404 429" }
  },
  schemas: { Event: { fields: ["id", "idempotencyKey", "time", "type", "scope", "test", "payload"] } }
}
