/** What the document says about event types. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { webhooksService } from "../contract/webhooksService.ts"

export const catalogContract: FeatureContract = {
  ...webhooksService,
  operations: { "GET /api/v1/event-scopes": { statuses: "200 401 403 429" } },
  eventTypes: [
    "contentanalytics/report_generation_complete",
    "content/card_creation_error",
    "content/card_changed",
    "questionsandfeedback/feedback_updated"
  ]
}
