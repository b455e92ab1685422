/** The object of a seller. */
import { SellerId, StorageError } from "@sellerkit/core"
import { decodeInput } from "@sellerkit/embed/portable"
import { Effect, Predicate, Schema } from "effect"
import type { ObjectNamespace } from "../Platform.ts"
import type { Forwarded, SellerObject } from "../durableObject/SellerObject.ts"

const decodeSeller = decodeInput(Schema.Struct({ sellerId: SellerId }), "seller")

/** Checks the id before an object is asked for: the platform makes an object for any name. */
export const checkedSellerId = (seller: unknown): Promise<SellerId> =>
  Effect.runPromise(Effect.map(decodeSeller(seller), ({ sellerId }) => sellerId))

export const objectOf = (sellers: ObjectNamespace, sellerId: SellerId): SellerObject =>
  sellers.get(sellers.idFromName(sellerId)) as SellerObject

/** Whether the platform says that the object cannot be reached now, but would be if it were asked again. */
const isPassing = (cause: unknown): boolean =>
  Predicate.isObject(cause) && (cause["retryable"] === true || cause["overloaded"] === true)

export const askObject = (object: SellerObject, request: Request, forwarded: Forwarded): Promise<Response> =>
  object.answer(request, forwarded).catch((cause: unknown) => {
    throw new StorageError({ operation: "SellerObject.answer", retryable: isPassing(cause), cause })
  })
