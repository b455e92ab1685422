/** The object of a seller. */
import { SellerId, StorageError } from "@sellerkit/core"
import { decodeInput } from "@sellerkit/embed/portable"
import { Effect, Predicate, Schema } from "effect"
import type { ObjectNamespace } from "./Platform.ts"
import type { Forwarded, SellerObject } from "./SellerObject.ts"

const decodeSeller = decodeInput(Schema.Struct({ sellerId: SellerId }), "seller")

/** Asked before an object is made: one is made for whatever name is asked for. */
export const checkedSellerId = (seller: unknown): Promise<SellerId> =>
  Effect.runPromise(Effect.map(decodeSeller(seller), ({ sellerId }) => sellerId))

export const objectOf = (sellers: ObjectNamespace, sellerId: SellerId): SellerObject =>
  sellers.get(sellers.idFromName(sellerId)) as SellerObject

/** What the platform says of an object that cannot be reached now, and would be if it were asked again. */
const isPassing = (cause: unknown): boolean =>
  Predicate.isObject(cause) && (cause["retryable"] === true || cause["overloaded"] === true)

export const askObject = (object: SellerObject, request: Request, forwarded: Forwarded): Promise<Response> =>
  object.answer(request, forwarded).catch((cause: unknown) => {
    throw new StorageError({ operation: "SellerObject.answer", retryable: isPassing(cause), cause })
  })
