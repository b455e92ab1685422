/** What people read of the event types, in Markdown. Its source is Seller Webhooks Service, and docs/decisions where that is silent. */
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"

export const catalogDocumentation: FeatureDocumentation = {
  fields: {
    eventScopes: ["All scopes."],
    eventTypes: ["The types of its events."],
    key: ["What subscriptions and events call it.", "content"],
    "EventScope.name": ["What people call it.", "Content"],
    "EventType.name": ["What people call it.", "Product card changed"],
    "EventType.key": ["What subscriptions and events call it.", "card_changed"]
  },
  answers: {
    "eventTypes.list": "The pairs of scope and event that there are."
  }
}
