/** What the document says about the history of changes. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { timePageQuery, webhooksService } from "../contract/webhooksService.ts"

export const historyContract: FeatureContract = {
  ...webhooksService,
  operations: {
    "GET /api/v1/history": { statuses: "200 400 401 403 429", query: timePageQuery },
    "GET /api/v1/history/{history-id}": { statuses: "200 400 401 403 404 429" }
  },
  schemas: {
    HistoryEntry: { fields: ["id", "time", "ip", "userId", "source", "action", "request", "response", "error"] }
  }
}
