/** Spends one request of the operation's budget. */
import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller } from "../../access/Access.ts"
import type { RequestContext } from "../RequestContext.ts"
import { TooManyRequestsWithHeaders } from "../TooManyRequests.ts"

export class RateLimit extends HttpApiMiddleware.Service<RateLimit, { requires: CurrentCaller | RequestContext }>()(
  "@sellerkit/core/http/RateLimit",
  { error: TooManyRequestsWithHeaders }
) {}
