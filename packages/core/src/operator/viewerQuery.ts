/** The part of a request that says which of a seller's webhooks an operation is about. */
import { Schema } from "effect"
import { type SellerId, ServiceId, type Viewer } from "../access/Account.ts"

export const viewerQuery = {
  sandbox: Schema.optionalKey(Schema.Boolean),
  /** Those of this integrated service alone; absent: of all of the seller's owners. */
  serviceId: Schema.optionalKey(ServiceId)
}

interface AskedByViewer {
  readonly params: { readonly sellerId: SellerId }
  readonly query: { readonly sandbox?: boolean; readonly serviceId?: ServiceId }
}

export const viewerOf = ({ params: { sellerId }, query: { sandbox = false, serviceId } }: AskedByViewer): Viewer => ({
  sellerId,
  sandbox,
  onlyService: serviceId
})
