/** The server side of the operator's operations on dispatchers. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { dispatcherOperations } from "./dispatcherOperations.ts"
import { DispatchersApi } from "./DispatchersApi.ts"

const answered = answering(orProblemOf({}))

export const dispatcherOperatorHandlers = HttpApiBuilder.group(operatorApi(DispatchersApi), "dispatchers", (handlers) =>
  Effect.map(dispatcherOperations, (operations) => handlers.handleAll(answered(operations)))
)
