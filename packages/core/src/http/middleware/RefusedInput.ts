/** `RequestValidation` for the operations that answer wrong input with refusals of their own (`refusing`). */
import { HttpApiMiddleware } from "effect/http-api"
import type { RequestContext } from "../request/RequestContext.ts"

export class RefusedInput extends HttpApiMiddleware.Service<RefusedInput, { requires: RequestContext }>()(
  "@sellerkit/core/http/RefusedInput"
) {}
