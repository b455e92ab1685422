/** Whose webhooks, events and attempts are meant. */
import { type Account, SellerId } from "@sellerkit/core"
import { Schema } from "effect"

/** Those of the seller whose sandbox it is, and of its live account, when absent. */
export interface Whose {
  readonly sellerId?: string
  /** Whether those of the seller's sandbox are meant, which is what a Test token sees. */
  readonly sandbox?: boolean
}

export type AccountOf = (whose: Whose) => Account

const decodeSellerId = Schema.decodeUnknownSync(SellerId)

export const accountsFor =
  (own: string): AccountOf =>
  ({ sandbox = false, sellerId = own }) => ({ sellerId: decodeSellerId(sellerId), sandbox })
