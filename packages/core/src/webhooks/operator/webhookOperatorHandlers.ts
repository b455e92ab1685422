/** The server side of the operator's operations on webhooks, their secrets, and integrated services. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { deliveryProblems } from "../../deliveries/http/deliveryProblems.ts"
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { answering } from "../../operator/answering.ts"
import { operatorApi } from "../../operator/operatorApi.ts"
import { webhookProblems } from "../http/webhookProblems.ts"
import { OperatorWebhooksApi } from "./OperatorWebhooksApi.ts"
import { secretOperations } from "./secretOperations.ts"
import { SecretsApi } from "./SecretsApi.ts"
import { serviceOperations } from "./serviceOperations.ts"
import { ServicesApi } from "./ServicesApi.ts"
import { everywhereOperation, webhookOperations } from "./webhookOperations.ts"

const answered = answering(orProblemOf({ ...webhookProblems, ...deliveryProblems }))

export const webhookOperatorHandlers = [
  HttpApiBuilder.group(operatorApi(OperatorWebhooksApi), "webhooks", (handlers) =>
    Effect.zipWith(everywhereOperation, webhookOperations, (everywhere, operations) =>
      handlers.handleAll(answered({ everywhere, ...operations }))
    )
  ),
  HttpApiBuilder.group(operatorApi(ServicesApi), "services", (handlers) =>
    Effect.map(serviceOperations, (operations) => handlers.handleAll(answered(operations)))
  ),
  HttpApiBuilder.group(operatorApi(SecretsApi), "secrets", (handlers) =>
    Effect.map(secretOperations, (operations) => handlers.handleAll(answered(operations)))
  )
] as const
