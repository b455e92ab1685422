/** Verifies the API token and the access that the operation declares. */
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import type { CurrentCaller } from "../../access/Access.ts"
import { declared } from "../Problem.ts"
import type { RequestContext } from "../RequestContext.ts"

const HeaderApiKey = HttpApiSecurity.apiKey({ key: "Authorization" }).pipe(
  HttpApiSecurity.annotate(OpenApi.Description, "A Service or Base token, alone or after `Bearer`.")
)

export class Authorization extends HttpApiMiddleware.Service<
  Authorization,
  { provides: CurrentCaller; requires: RequestContext }
>()("@sellerkit/core/http/Authorization", {
  requiredForClient: true,
  security: { HeaderApiKey },
  error: [declared.Unauthorized, declared.Forbidden]
}) {}
