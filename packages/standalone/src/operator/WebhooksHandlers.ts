/** Each operation on webhooks as one call of a service. */
import { Deliveries } from "@sellerkit/core"
import { orProblem } from "@sellerkit/core/http"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "./OperatorApi.ts"
import { webhookView } from "./WebhooksApi.ts"

export const WebhooksHandlers = HttpApiBuilder.group(
  OperatorApi,
  "webhooks",
  Effect.fn(function* (handlers) {
    const deliveries = yield* Deliveries
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params: { sellerId }, query: { sandbox = false } }) {
        return { webhooks: (yield* deliveries.health({ sellerId, sandbox })).map(webhookView) }
      }, orProblem),
      get: Effect.fnUntraced(function* ({ params: { id, sellerId }, query: { sandbox = false } }) {
        return webhookView(yield* deliveries.healthOf({ sellerId, sandbox }, id))
      }, orProblem),
      retry: Effect.fnUntraced(function* ({ params: { id, sellerId }, query: { sandbox = false } }) {
        return webhookView(yield* deliveries.retry({ sellerId, sandbox }, id))
      }, orProblem)
    })
  })
)
