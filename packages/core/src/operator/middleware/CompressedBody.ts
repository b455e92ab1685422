/** Reads bodies that are sent with `Content-Encoding: gzip`. */
import { HttpApiMiddleware } from "effect/http-api"
import type { RequestContext } from "../../http/request/RequestContext.ts"

export class CompressedBody extends HttpApiMiddleware.Service<CompressedBody, { requires: RequestContext }>()(
  "@sellerkit/core/operator/CompressedBody"
) {}
