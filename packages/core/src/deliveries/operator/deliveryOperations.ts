/** Each operation on deliveries as one call of a service. */
import { Duration, Effect } from "effect"
import { cachedBacklog } from "../../delivery/queue/cachedBacklog.ts"
import { Deliveries } from "../Deliveries.ts"
import { toPageRequest } from "../../pagination/TimePage.ts"
import type { Asked } from "../../operator/Asked.ts"
import { viewerOf } from "../../operator/viewerQuery.ts"
import type { OperatorDeliveriesApi } from "./OperatorDeliveriesApi.ts"

export const deliveryOperations = Effect.gen(function* () {
  const deliveries = yield* Deliveries
  const backlog = yield* cachedBacklog
  return {
    list: Effect.fnUntraced(function* (asked: Asked<typeof OperatorDeliveriesApi, "list">) {
      const { success, webhookId, ...page } = asked.query
      const filter = {
        ...(webhookId === undefined ? undefined : { webhookId }),
        ...(success === undefined ? undefined : { success })
      }
      const found = yield* deliveries.pageOfAccount(viewerOf(asked), filter, toPageRequest(page))
      return { deliveries: found.items, next: found.next, prev: found.prev }
    }),
    backlog: () =>
      Effect.map(backlog, ({ backingOff, overdueFor, waiting }) => ({
        waiting,
        overdueFor: Duration.toSeconds(overdueFor),
        backingOff
      }))
  }
})
