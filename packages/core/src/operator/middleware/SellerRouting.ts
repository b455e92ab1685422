/** Forwards a request with the operator key to the place of its data, before anything else of it is read here. */
import { HttpApiMiddleware } from "effect/http-api"
import type { RequestContext } from "../../http/request/RequestContext.ts"

export class SellerRouting extends HttpApiMiddleware.Service<SellerRouting, { requires: RequestContext }>()(
  "@sellerkit/core/operator/SellerRouting"
) {}
