/** Middleware of the operator interface: what a request is, and whether it carries the operator key. */
import { declared, type RequestContext } from "@sellerkit/core/http"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"

export class OperatorScope extends HttpApiMiddleware.Service<OperatorScope, { provides: RequestContext }>()(
  "@sellerkit/standalone/operator/OperatorScope"
) {}

export class OperatorAuthorization extends HttpApiMiddleware.Service<
  OperatorAuthorization,
  { requires: RequestContext }
>()("@sellerkit/standalone/operator/OperatorAuthorization", {
  requiredForClient: true,
  security: { OperatorKey: HttpApiSecurity.bearer },
  error: declared.Unauthorized
}) {}
