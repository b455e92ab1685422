/** `Admission` for the operations whose errors have a status in their body. */
import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller } from "../../access/Access.ts"
import { declaredStatus } from "../refusals/StatusProblem.ts"
import type { RequestContext } from "../request/RequestContext.ts"

export class StatusAdmission extends HttpApiMiddleware.Service<
  StatusAdmission,
  { provides: CurrentCaller; requires: RequestContext }
>()("@sellerkit/core/http/StatusAdmission", {
  requiredForClient: true,
  error: [declaredStatus.Unauthorized, declaredStatus.Forbidden, declaredStatus.TooManyRequests]
}) {}
