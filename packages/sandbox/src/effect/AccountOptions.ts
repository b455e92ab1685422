/** The account that a call of the sandbox is about. */
import { type Account, SellerId } from "@sellerkit/core"
import { Schema } from "effect"

/** The live account of the sandbox's own seller, when absent. */
export interface AccountOptions {
  readonly sellerId?: string
  /** Whether it is the seller's sandbox, which is the account that a Test token sees. */
  readonly sandbox?: boolean
}

export type AccountOf = (account: AccountOptions) => Account

const decodeSellerId = Schema.decodeUnknownSync(SellerId)

export const accountsFor =
  (own: string): AccountOf =>
  ({ sandbox = false, sellerId = own }) => ({ sellerId: decodeSellerId(sellerId), sandbox })
