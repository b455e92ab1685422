/** Outermost middleware of the operator interface: gives a request its id and context, and bounds its body. */
import { HttpApiMiddleware } from "effect/http-api"
import type { RequestContext } from "../../http/request/RequestContext.ts"

export class OperatorScope extends HttpApiMiddleware.Service<OperatorScope, { provides: RequestContext }>()(
  "@sellerkit/core/operator/OperatorScope"
) {}
