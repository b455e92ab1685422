/** What the document says about configuration values. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { promotionCampaigns } from "../contract/promotionCampaigns.ts"

export const configurationContract: FeatureContract = {
  ...promotionCampaigns,
  operations: {
    "GET /adv/v0/config": {
      name: "Configuration values",
      statuses: "200 401 403 429",
      limit: { permits: 1, window: "1 minute", isPerAccount: true, row: "Configuration values" }
    }
  },
  // The document has `config` alone; the contract adds the categories.
  schemas: { Configuration: { fields: ["categories", "config"] } }
}
