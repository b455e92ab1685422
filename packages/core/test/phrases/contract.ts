/** What the document says about phrases of campaigns. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { campaignId, promotionCampaigns } from "../contract/promotionCampaigns.ts"

const fixed = { permits: 1, window: "500 millis", row: "Fixed phrases (both operations)" } as const
const minus = { permits: 2, window: "1 second", row: "Minus-phrases of phrase, exact, search" } as const

/** What is done to the phrases of one campaign. */
const change = {
  statuses: "200 400 401 403 429",
  refusesReadOnly: true,
  query: { id: campaignId },
  required: ["id"]
} as const

const list = (most: number) => ({
  anyOf: [
    { type: "array", items: { type: "string", minLength: 1, maxLength: 200 }, maxItems: most },
    // Null is our choice: some clients send an empty list so.
    { type: "null" }
  ]
})

export const phrasesContract: FeatureContract = {
  ...promotionCampaigns,
  operations: {
    "GET /adv/v1/search/set-plus": {
      ...change,
      name: "Fixed phrases activity (auction only)",
      refusal: "jsonText",
      query: { id: campaignId, fixed: { type: "boolean" } },
      limit: fixed
    },
    "POST /adv/v1/search/set-plus": {
      ...change,
      name: "Set or delete fixed phrases (auction only)",
      refusal: "error",
      limit: fixed
    },
    "POST /adv/v1/search/set-phrase": {
      ...change,
      name: "Minus-phrases of phrase match (auction only)",
      refusal: "text",
      limit: minus
    },
    "POST /adv/v1/search/set-strong": {
      ...change,
      name: "Minus-phrases of exact match (auction only)",
      refusal: "text",
      limit: minus
    },
    "POST /adv/v1/search/set-excluded": {
      ...change,
      name: "Minus-phrases from search (auction only)",
      refusal: "text",
      limit: minus
    },
    "POST /adv/v1/auto/set-excluded": {
      ...change,
      name: "Minus-phrases of automatic campaigns",
      refusal: "text",
      limit: { permits: 1, window: "6 seconds", row: "Minus-phrases of automatic campaigns" }
    }
  },
  schemas: {
    FixedPhrases: { fields: ["pluse"], required: ["pluse"], limits: { pluse: list(100) } },
    PhraseMatchMinusPhrases: { fields: ["phrase"], required: ["phrase"], limits: { phrase: list(1000) } },
    ExactMatchMinusPhrases: { fields: ["strong"], required: ["strong"], limits: { strong: list(1000) } },
    MinusPhrases: { fields: ["excluded"], required: ["excluded"], limits: { excluded: list(1000) } }
  }
}
