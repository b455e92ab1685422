/** Each operation on deliveries as one call of a service. */
import { Deliveries, toPageRequest } from "@sellerkit/core"
import { orProblem } from "@sellerkit/core/http"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "./OperatorApi.ts"

export const DeliveriesHandlers = HttpApiBuilder.group(
  OperatorApi,
  "deliveries",
  Effect.fn(function* (handlers) {
    const deliveries = yield* Deliveries
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params: { sellerId }, query }) {
        const { sandbox = false, success, webhookId, ...page } = query
        const filter = {
          ...(webhookId === undefined ? undefined : { webhookId }),
          ...(success === undefined ? undefined : { success })
        }
        const found = yield* deliveries.pageOfAccount({ sellerId, sandbox }, filter, toPageRequest(page))
        return { deliveries: found.items, next: found.next, prev: found.prev }
      }, orProblem)
    })
  })
)
