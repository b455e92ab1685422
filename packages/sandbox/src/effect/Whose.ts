/** Whose webhooks, events and attempts are meant. */
import { type Account, SellerId } from "@sellerkit/core"
import { Schema } from "effect"

/** Those of the sandbox's own seller, and not its test data, when absent. */
export interface Whose {
  readonly sellerId?: string
  readonly test?: boolean
}

export type AccountOf = (whose: Whose) => Account

const decodeSellerId = Schema.decodeUnknownSync(SellerId)

export const accountsFor =
  (own: string): AccountOf =>
  ({ sellerId = own, test = false }) => ({ sellerId: decodeSellerId(sellerId), sandbox: test })
