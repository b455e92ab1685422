/** Each operation on deliveries as one call of a service. */
import { Effect } from "effect"
import { Deliveries } from "../Deliveries.ts"
import { toPageRequest } from "../../pagination/TimePage.ts"
import type { Asked } from "../../operator/Asked.ts"
import type { OperatorDeliveriesApi } from "./OperatorDeliveriesApi.ts"

export const deliveryOperations = Effect.map(Deliveries, (deliveries) => ({
  list: Effect.fnUntraced(function* ({ params: { sellerId }, query }: Asked<typeof OperatorDeliveriesApi, "list">) {
    const { sandbox = false, serviceId, success, webhookId, ...page } = query
    const filter = {
      ...(webhookId === undefined ? undefined : { webhookId }),
      ...(success === undefined ? undefined : { success })
    }
    const found = yield* deliveries.pageOfAccount({ sellerId, sandbox, serviceId }, filter, toPageRequest(page))
    return { deliveries: found.items, next: found.next, prev: found.prev }
  })
}))
