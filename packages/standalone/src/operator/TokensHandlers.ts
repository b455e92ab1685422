/** Each operation on tokens as one call of a service. */
import { Conflict, orProblem, problemBody, RequestContext } from "@sellerkit/core/http"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "./OperatorApi.ts"
import { TokenIssuer, type TokensMadeElsewhere } from "./TokenIssuer.ts"

const notMadeHere = ({ message }: TokensMadeElsewhere) =>
  Effect.flatMap(RequestContext, (request) =>
    Effect.fail(new Conflict(problemBody(request, "Tokens are not made here", message)))
  )

export const TokensHandlers = HttpApiBuilder.group(
  OperatorApi,
  "tokens",
  Effect.fn(function* (handlers) {
    const tokens = yield* TokenIssuer
    return handlers.handleAll({
      create: Effect.fnUntraced(
        function* ({ payload: { expiresIn, readOnly = false, test = false, ...grant } }) {
          const lifetime = expiresIn === undefined ? undefined : Duration.seconds(expiresIn)
          return yield* tokens.issue({ ...grant, readOnly, sandbox: test }, lifetime)
        },
        Effect.catchTag("TokensMadeElsewhere", notMadeHere)
      ),
      revoke: ({ params }) => orProblem(tokens.revoke(params.tokenId))
    })
  })
)
