/** The server side of the operator's operation on statistics. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { OperatorStatisticsApi } from "./OperatorStatisticsApi.ts"
import { statisticsOperations } from "./statisticsOperations.ts"

const answered = answering(orProblemOf({}))

export const statisticsOperatorHandlers = HttpApiBuilder.group(
  operatorApi(OperatorStatisticsApi),
  "statistics",
  (handlers) => Effect.map(statisticsOperations, (operations) => handlers.handleAll(answered(operations)))
)
