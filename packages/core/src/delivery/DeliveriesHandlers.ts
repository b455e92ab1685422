/** Each delivery history operation as one call of a service. */
import { Effect } from "effect"
import { CurrentCaller } from "../access/Access.ts"
import { group } from "../http/group.ts"
import { orProblem } from "../http/orProblem.ts"
import { SellerApi } from "../http/SellerApi.ts"
import { toPageRequest } from "../pagination/TimePage.ts"
import { Deliveries } from "./Deliveries.ts"

export const DeliveriesHandlers = group(
  SellerApi,
  "deliveries",
  Effect.fn(function* (handlers) {
    const deliveries = yield* Deliveries
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query: { webhookId, ...page } }) {
        const { owner } = yield* CurrentCaller
        const filter = webhookId === undefined ? {} : { webhookId }
        const { items, next, prev } = yield* deliveries.page(owner, filter, toPageRequest(page))
        return { deliveries: items, next, prev }
      }, orProblem),
      get: Effect.fnUntraced(function* ({ params }) {
        const { owner } = yield* CurrentCaller
        return yield* deliveries.get(owner, params.deliveryId)
      }, orProblem)
    })
  })
)
