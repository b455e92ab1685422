/** What people read of the check of a connection. Its source is the contract, Authentication. */
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"

export const connectionDocumentation: FeatureDocumentation = {
  fields: {
    TS: ["The time of the service, in Moscow.", "2026-01-15T12:30:00+03:00"],
    Status: ["That all is well."]
  },
  answers: { "connection.ping": "The service was reached, and the token is good." }
}
