/** What people read of events, in Markdown. Its source is Seller Webhooks Service, and docs/decisions where that is silent. */
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"

export const eventDocumentation: FeatureDocumentation = {
  fields: {
    events: ["The events."],
    payload: [
      "What happened, as the only element. Its fields are those that notifications have.",
      [{ nmID: 12345678, vendorCode: "shirt-blue-42", updatedAt: "2026-01-15T09:30:00Z" }]
    ],
    "?event-id": ["Id of the event."]
  },
  answers: {
    "events.list": "A page of events. Large ones make it shorter than `limit`.",
    "events.get": "The event.",
    "events.deliveries": "The attempts so far."
  },
  nouns: { events: "Event" }
}
