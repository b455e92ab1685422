/** Answers a request from outside: the object of the caller's seller does. */
import { callerAddress } from "./callerAddress.ts"
import type { Gateway } from "./Gateway.ts"
import { askObject, objectOf } from "./objectOf.ts"
import type { ObjectNamespace } from "../Platform.ts"

export const answerRequest = async (
  gateway: Gateway,
  sellers: ObjectNamespace,
  request: Request
): Promise<Response> => {
  const ip = callerAddress(request)
  try {
    const caller = await gateway.callerOf(request)
    if (caller === undefined) return await gateway.answer(request, ip)
    return await askObject(objectOf(sellers, caller.owner.sellerId), request, { caller, ip })
  } catch (cause) {
    return gateway.answerFailure(request, ip, cause)
  }
}
