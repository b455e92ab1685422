/** The server side of the operator's operations on media campaigns. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { mediaOperations } from "./mediaOperations.ts"
import { OperatorMediaApi } from "./OperatorMediaApi.ts"

const answered = answering(orProblemOf({}))

export const mediaOperatorHandlers = HttpApiBuilder.group(operatorApi(OperatorMediaApi), "media", (handlers) =>
  Effect.map(mediaOperations, (operations) => handlers.handleAll(answered(operations)))
)
