/** Outermost: gives the request its id and origin, and turns whatever goes wrong inside into the published body. */
import { HttpApiMiddleware } from "effect/http-api"
import type { RequestContext } from "../request/RequestContext.ts"

export class RequestScope extends HttpApiMiddleware.Service<RequestScope, { provides: RequestContext }>()(
  "@sellerkit/core/http/RequestScope"
) {}
