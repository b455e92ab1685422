/** The server side of the operator's operations on sellers and tokens. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { Conflict } from "../../http/operation/Problem.ts"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { sellerOperations } from "./sellerOperations.ts"
import { SellersApi } from "./SellersApi.ts"
import { tokenOperations } from "./tokenOperations.ts"
import { TokensApi } from "./TokensApi.ts"

const orProblem = orProblemOf({
  // our choice: the operator interface is not in the documents.
  TokensMadeElsewhere: [Conflict, "Tokens are not made here"]
})

export const accessOperatorHandlers = [
  HttpApiBuilder.group(operatorApi(SellersApi), "sellers", (handlers) =>
    Effect.map(sellerOperations, (operations) => handlers.handleAll(answering(orProblem)(operations)))
  ),
  HttpApiBuilder.group(operatorApi(TokensApi), "tokens", (handlers) =>
    Effect.map(tokenOperations, (operations) => handlers.handleAll(answering(orProblem)(operations)))
  )
] as const
