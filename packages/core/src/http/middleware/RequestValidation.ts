/** Innermost, for operations with input: refuses bodies that are no JSON, and lists every failing field. */
import { HttpApiMiddleware } from "effect/http-api"
import { declared } from "../operation/Problem.ts"
import type { RequestContext } from "../request/RequestContext.ts"

export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation, { requires: RequestContext }>()(
  "@sellerkit/core/http/RequestValidation",
  { error: declared.BadRequest }
) {}
