/** Answers a request from outside: by the object of whoever makes it. */
import { StorageError } from "@sellerkit/core"
import { Predicate } from "effect"
import { callerAddress } from "./callerAddress.ts"
import type { Front } from "./Front.ts"
import { objectOf } from "./objectOf.ts"
import type { ObjectNamespace } from "./Platform.ts"
import type { Forwarded, SellerObject } from "./SellerObject.ts"

/** What the platform says of an object that cannot be reached now, and would be if it were asked again. */
const isPassing = (cause: unknown): boolean =>
  Predicate.isObject(cause) && (cause["retryable"] === true || cause["overloaded"] === true)

const askObject = (object: SellerObject, request: Request, forwarded: Forwarded): Promise<Response> =>
  object.answer(request, forwarded).catch((cause: unknown) => {
    throw new StorageError({ operation: "SellerObject.answer", retryable: isPassing(cause), cause })
  })

export const answerRequest = async (front: Front, sellers: ObjectNamespace, request: Request): Promise<Response> => {
  const ip = callerAddress(request)
  try {
    const caller = await front.callerOf(request)
    if (caller === undefined) return await front.answer(request, ip)
    return await askObject(objectOf(sellers, caller.owner.sellerId), request, { caller, ip })
  } catch (cause) {
    return front.answerFailure(request, ip, cause)
  }
}
