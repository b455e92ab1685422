/** The server side of the operator's operation on reports. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { Conflict } from "../../http/operation/Problem.ts"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { OperatorReportsApi } from "./OperatorReportsApi.ts"
import { reportOperations } from "./reportOperations.ts"

const answered = answering(orProblemOf({ ChunkDiffers: [Conflict, "Idempotency key used"] }))

export const reportOperatorHandlers = HttpApiBuilder.group(operatorApi(OperatorReportsApi), "reports", (handlers) =>
  Effect.map(reportOperations, (operations) => handlers.handleAll(answered(operations)))
)
