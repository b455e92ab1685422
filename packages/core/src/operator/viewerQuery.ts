/** The part of a query that says which of a seller's webhooks an operation is about. */
import { Schema } from "effect"
import { ServiceId } from "../access/Account.ts"

export const viewerQuery = {
  sandbox: Schema.optionalKey(Schema.Boolean),
  /** Those of this integrated service alone; absent: of all of the seller's owners. */
  serviceId: Schema.optionalKey(ServiceId)
}
