/** The account of the installation itself. It keeps the data that belongs to no seller. */
import type { Account, SellerId } from "./Account.ts"

export const operationsAccount: Account = {
  // A valid id that no schema checks: the schema takes time to load, and a thread that starts often loads this file.
  sellerId: "00000000-0000-0000-0000-000000000000" as SellerId,
  sandbox: false
}
