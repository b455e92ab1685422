/** Lets a request in: its token, the access that the operation declares, and one request of the caller's budget for it. */
import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller } from "../../access/Access.ts"
import { declared } from "../operation/Problem.ts"
import type { RequestContext } from "../request/RequestContext.ts"
import { TooManyRequestsWithHeaders } from "../operation/TooManyRequests.ts"

export class Admission extends HttpApiMiddleware.Service<
  Admission,
  { provides: CurrentCaller; requires: RequestContext }
>()("@sellerkit/core/http/Admission", {
  requiredForClient: true,
  error: [declared.Unauthorized, declared.Forbidden, TooManyRequestsWithHeaders]
}) {}
