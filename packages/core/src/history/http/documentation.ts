/** What people read of the change history, in Markdown. Its source is Seller Webhooks Service, and docs/decisions where that is silent. */
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"
import { exampleId } from "../../http/description/sellerDocumentation.ts"

export const historyDocumentation: FeatureDocumentation = {
  fields: {
    history: ["The changes."],
    source: ["Who did it: `api` a caller, `operator` the marketplace, `system` the service itself."],
    action: ["What was done."],
    ip: ["Address of the caller; absent where nobody called, or it is not known.", "203.0.113.7"],
    userId: ["Whose token it was, where the token says so.", 1234567],
    request: ["What it was asked for. A creation has no webhook yet."],
    response: ["What it was done to. Empty where it failed."],
    "HistoryEntry.error": ["Why it failed; absent when it did not.", `There is no webhook ${exampleId}`, "apart"],
    "?history-id": ["Id of the change."]
  },
  answers: {
    "history.list": "A page of changes.",
    "history.get": "The change."
  },
  nouns: { history: "History entry" }
}
