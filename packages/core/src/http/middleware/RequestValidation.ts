/** Innermost, for operations with input: refuses bodies that are no JSON, and lists every failing field. */
import { HttpApiMiddleware } from "effect/http-api"
import { declared } from "../Problem.ts"
import type { RequestContext } from "../RequestContext.ts"

export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation, { requires: RequestContext }>()(
  "@sellerkit/core/http/RequestValidation",
  { error: declared.BadRequest }
) {}
