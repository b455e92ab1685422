/** The server side of the operator's operations on events. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { orProblem } from "../http/eventProblems.ts"
import { eventOperations, publishOperation } from "./eventOperations.ts"
import { OperatorEventsApi } from "./OperatorEventsApi.ts"

export const eventOperatorHandlers = HttpApiBuilder.group(operatorApi(OperatorEventsApi), "events", (handlers) =>
  Effect.zipWith(publishOperation, eventOperations, (publish, operations) =>
    handlers.handleAll(answering(orProblem)({ publish, ...operations }))
  )
)
