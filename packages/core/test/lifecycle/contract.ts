/** The change log as it is published. The document has the changes themselves, and no operation for them. */
import type { FeatureContract } from "../contract/FeatureContract.ts"

export const changeLogContract: FeatureContract = {
  operations: {
    "GET /changelog.json": {
      statuses: "200 400",
      query: { since: { type: "string", format: "date" } }
    }
  },
  schemas: { ChangeLog: { fields: ["changes"], required: ["changes"] } }
}
