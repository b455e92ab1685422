/** Outermost of the operator interface: what a request is. */
import { HttpApiMiddleware } from "effect/http-api"
import type { RequestContext } from "../../http/RequestContext.ts"

export class OperatorScope extends HttpApiMiddleware.Service<OperatorScope, { provides: RequestContext }>()(
  "@sellerkit/core/operator/OperatorScope"
) {}
