/** Refuses operations that are switched off, and answers with the fields of the day, where the installation says so. */
import { HttpApiMiddleware } from "effect/http-api"
import type { RequestContext } from "../request/RequestContext.ts"

export class Lifecycle extends HttpApiMiddleware.Service<Lifecycle, { requires: RequestContext }>()(
  "@sellerkit/core/http/Lifecycle"
) {}
