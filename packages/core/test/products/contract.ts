/** What the document says about products. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { promotionCampaigns } from "../contract/promotionCampaigns.ts"

export const productsContract: FeatureContract = {
  ...promotionCampaigns,
  operations: {
    "GET /adv/v1/supplier/subjects": {
      name: "Subjects for campaigns",
      statuses: "200 401 403 404 429",
      // Who has no products has no subjects.
      neverAnswered: "404",
      // A parameter that comes twice.
      chosenStatus: "400",
      refusal: "text",
      query: { payment_type: { type: "string" } },
      limit: { permits: 1, window: "12 seconds", row: "Subjects for campaigns" }
    },
    "POST /adv/v2/supplier/nms": {
      name: "Nomenclatures for campaigns",
      statuses: "200 400 401 403 429",
      refusal: "text",
      // The most is our choice.
      body: { type: "array", items: { type: "integer", minimum: 0, maximum: 999_999_999_999_999 }, maxItems: 1000 },
      limit: { permits: 5, window: "1 minute", row: "Nomenclatures for campaigns" }
    }
  },
  schemas: {
    Subject: { fields: ["id", "name", "count"] },
    Nomenclature: { fields: ["title", "nm", "subjectId"] }
  }
}
