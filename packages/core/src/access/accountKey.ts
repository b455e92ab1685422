/** Accounts and owners as one string each: for maps, and for the keys of rate budgets. */
import type { Account, Owner } from "./Account.ts"

export const accountKey = ({ sandbox, sellerId }: Account): string => (sandbox ? `${sellerId}/sandbox` : sellerId)

export const ownerKey = (owner: Owner): string => `${accountKey(owner)}/${owner.serviceId ?? ""}`
