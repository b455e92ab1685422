/** The server side of the operator's operations on the funds of sellers. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { Conflict } from "../../http/operation/Problem.ts"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { fundsOperations } from "./fundsOperations.ts"
import { OperatorFundsApi } from "./OperatorFundsApi.ts"

const answered = answering(
  orProblemOf({
    FundsExceeded: [Conflict, "Not enough money"],
    CreditDiffers: [Conflict, "Idempotency key used"]
  })
)

export const fundsOperatorHandlers = HttpApiBuilder.group(operatorApi(OperatorFundsApi), "funds", (handlers) =>
  Effect.map(fundsOperations, (operations) => handlers.handleAll(answered(operations)))
)
