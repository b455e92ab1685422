/** The owner in whose name a check asks where it needs one: no seller has this id. */
import { type Owner, SellerId } from "@sellerkit/core"

export const nobody: Owner = {
  sellerId: SellerId.make("00000000-0000-0000-0000-000000000000"),
  sandbox: false,
  serviceId: null
}
