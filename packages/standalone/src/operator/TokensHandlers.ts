/** Each operation on tokens as one call of a service. */
import { RevokedTokens, revokeToken, TokenIssuer } from "@sellerkit/core"
import { Conflict, orProblem, problemBody, RequestContext } from "@sellerkit/core/http"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "./OperatorApi.ts"

const reason = "Tokens are made elsewhere: this installation has no SELLERKIT_TOKEN_SECRET to sign them with"

const notMadeHere = Effect.flatMap(RequestContext, (request) =>
  Effect.fail(new Conflict(problemBody(request, "Tokens are not made here", reason)))
)

export const TokensHandlers = HttpApiBuilder.group(
  OperatorApi,
  "tokens",
  Effect.fn(function* (handlers) {
    const tokens = yield* TokenIssuer
    const revoked = yield* RevokedTokens
    return handlers.handleAll({
      create: Effect.fnUntraced(
        function* ({ payload: { expiresIn, ...request } }) {
          return yield* tokens.issue({ ...request, lifetime: Duration.seconds(expiresIn) })
        },
        Effect.catchTag("TokensMadeElsewhere", () => notMadeHere)
      ),
      revoke: ({ params }) => orProblem(Effect.provideService(revokeToken(params.tokenId), RevokedTokens, revoked))
    })
  })
)
