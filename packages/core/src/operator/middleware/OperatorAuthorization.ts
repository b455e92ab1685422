/** Whether a request of the operator interface carries the operator key. */
import { HttpApiMiddleware } from "effect/http-api"
import { declared } from "../../http/operation/Problem.ts"
import type { RequestContext } from "../../http/request/RequestContext.ts"

export class OperatorAuthorization extends HttpApiMiddleware.Service<
  OperatorAuthorization,
  { requires: RequestContext }
>()("@sellerkit/core/operator/OperatorAuthorization", {
  requiredForClient: true,
  error: declared.Unauthorized
}) {}
