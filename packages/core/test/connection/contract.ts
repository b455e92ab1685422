/** What the contract says about ping (Authentication). */
import type { FeatureContract } from "../contract/FeatureContract.ts"

export const connectionContract: FeatureContract = {
  // our choice: it tells whether a token is good, whatever that token is for.
  access: { tokenTypes: ["personal", "service", "base"], category: "any" },
  errors: "Status",
  operations: {
    "GET /ping": {
      statuses: "200 401 429",
      limit: { permits: 3, window: "30 seconds", row: "ping" }
    }
  },
  schemas: { Ping: { fields: ["TS", "Status"], required: ["TS", "Status"] } }
}
