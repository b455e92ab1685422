/** Answers a request from outside: by the object of whoever makes it. */
import { callerAddress } from "./callerAddress.ts"
import type { Front } from "./Front.ts"
import { askObject, objectOf } from "./objectOf.ts"
import type { ObjectNamespace } from "./Platform.ts"

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
