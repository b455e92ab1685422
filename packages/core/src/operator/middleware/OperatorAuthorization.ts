/** Whether a request of the operator interface carries the operator key. */
import { HttpApiMiddleware } from "effect/http-api"
import { declared } from "../../http/Problem.ts"
import type { RequestContext } from "../../http/RequestContext.ts"

export class OperatorAuthorization extends HttpApiMiddleware.Service<
  OperatorAuthorization,
  { requires: RequestContext }
>()("@sellerkit/core/operator/OperatorAuthorization", {
  requiredForClient: true,
  error: declared.Unauthorized
}) {}
