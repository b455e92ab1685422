/** The server side of the operator's operations on deliveries, resends and retry schedules. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { orProblem } from "../http/deliveryProblems.ts"
import { deliveryOperations } from "./deliveryOperations.ts"
import { OperatorDeliveriesApi } from "./OperatorDeliveriesApi.ts"
import { resendOperations } from "./resendOperations.ts"
import { ResendsApi } from "./ResendsApi.ts"
import { retryScheduleOperations } from "./retryScheduleOperations.ts"
import { RetrySchedulesApi } from "./RetrySchedulesApi.ts"

const answered = answering(orProblem)

export const deliveryOperatorHandlers = [
  HttpApiBuilder.group(operatorApi(OperatorDeliveriesApi), "deliveries", (handlers) =>
    Effect.map(deliveryOperations, (operations) => handlers.handleAll(answered(operations)))
  ),
  HttpApiBuilder.group(operatorApi(ResendsApi), "resends", (handlers) =>
    Effect.map(resendOperations, (operations) => handlers.handleAll(answered(operations)))
  ),
  HttpApiBuilder.group(operatorApi(RetrySchedulesApi), "retrySchedules", (handlers) =>
    Effect.map(retryScheduleOperations, (operations) => handlers.handleAll(answered(operations)))
  )
] as const
