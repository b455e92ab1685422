/** What people read of deliveries, in Markdown. Its source is Seller Webhooks Service, and docs/decisions where that is silent. */
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"

export const deliveryDocumentation: FeatureDocumentation = {
  fields: {
    "?delivery-id": ["Id of the attempt."]
  },
  answers: {
    "deliveries.list": "A page of attempts.",
    "deliveries.get": "The attempt."
  },
  nouns: { deliveries: "Delivery" }
}
