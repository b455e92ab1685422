/** Brings a request that carries the key to where the data is that it is about, before anything of it is read here. */
import { HttpApiMiddleware } from "effect/http-api"
import type { RequestContext } from "../../http/RequestContext.ts"

export class SellerRouting extends HttpApiMiddleware.Service<SellerRouting, { requires: RequestContext }>()(
  "@sellerkit/core/operator/SellerRouting"
) {}
