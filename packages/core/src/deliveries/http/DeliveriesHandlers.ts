/** Each delivery history operation as one call of a service. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { toPageRequest } from "../../pagination/TimePage.ts"
import { Deliveries } from "../Deliveries.ts"
import { DeliveriesApi } from "./DeliveriesApi.ts"
import { orProblem } from "./deliveryProblems.ts"

export const DeliveriesHandlers = HttpApiBuilder.group(
  sellerApi(DeliveriesApi),
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
