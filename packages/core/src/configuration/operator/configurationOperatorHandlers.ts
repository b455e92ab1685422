/** The server side of the operator's operations on configuration values. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { configurationOperations } from "./configurationOperations.ts"
import { OperatorConfigurationApi } from "./OperatorConfigurationApi.ts"

const answered = answering(orProblemOf({}))

export const configurationOperatorHandlers = HttpApiBuilder.group(
  operatorApi(OperatorConfigurationApi),
  "configuration",
  (handlers) => Effect.map(configurationOperations, (operations) => handlers.handleAll(answered(operations)))
)
