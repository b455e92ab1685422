/** The server side of the operator's operations on tokens. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orProblemOf } from "../../http/orProblem.ts"
import { Conflict } from "../../http/Problem.ts"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { tokenOperations } from "./tokenOperations.ts"
import { TokensApi } from "./TokensApi.ts"

const orProblem = orProblemOf({
  // our choice: the operator interface is not in the documents.
  TokensMadeElsewhere: [Conflict, "Tokens are not made here"]
})

export const tokenOperatorHandlers = HttpApiBuilder.group(operatorApi(TokensApi), "tokens", (handlers) =>
  Effect.map(tokenOperations, (operations) => handlers.handleAll(answering(orProblem)(operations)))
)
