/** The object of a seller. */
import { SellerId } from "@sellerkit/core"
import { decodeInput } from "@sellerkit/embed/portable"
import { Effect, Schema } from "effect"
import type { ObjectNamespace } from "./Platform.ts"
import type { SellerObject } from "./SellerObject.ts"

const decodeSeller = decodeInput(Schema.Struct({ sellerId: SellerId }), "seller")

/** Asked before an object is made: one is made for whatever name is asked for. */
export const checkedSellerId = (seller: unknown): Promise<SellerId> =>
  Effect.runPromise(Effect.map(decodeSeller(seller), ({ sellerId }) => sellerId))

export const objectOf = (sellers: ObjectNamespace, sellerId: SellerId): SellerObject =>
  sellers.get(sellers.idFromName(sellerId)) as SellerObject
