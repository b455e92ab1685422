/** The account of the installation itself, which is no seller's: what belongs to none of them is kept there. */
import type { Account, SellerId } from "./Account.ts"

export const operationsAccount: Account = {
  // It is an id of that kind. The schema that checks ids takes time to load, and this is what a thread loads that starts often.
  sellerId: "00000000-0000-0000-0000-000000000000" as SellerId,
  sandbox: false
}
