/** Each operation on resends as one call of a service. */
import { type ResendRequester, Resends, resendView, type SellerId } from "@sellerkit/core"
import { orProblem, RequestContext } from "@sellerkit/core/http"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "./OperatorApi.ts"

interface Asked {
  readonly params: { readonly sellerId: SellerId }
  readonly query: { readonly sandbox?: boolean; readonly userId?: number }
}

const requesterOf = Effect.fnUntraced(function* ({ params: { sellerId }, query: { sandbox = false, userId } }: Asked) {
  const { ip } = yield* RequestContext
  const requester: ResendRequester = {
    account: { sellerId, sandbox },
    ...(userId === undefined ? undefined : { userId }),
    ...(ip === undefined ? undefined : { ip })
  }
  return requester
})

export const ResendsHandlers = HttpApiBuilder.group(
  OperatorApi,
  "resends",
  Effect.fn(function* (handlers) {
    const resends = yield* Resends
    return handlers.handleAll({
      ofPeriod: Effect.fnUntraced(function* (asked) {
        const { eventsPerSecond, onlyFailed = false, ...period } = asked.payload
        const requester = yield* requesterOf(asked)
        const selected = { ...period, onlyFailed }
        return resendView(yield* resends.ofPeriod(requester, asked.params.id, selected, { eventsPerSecond }))
      }, orProblem),
      ofDelivery: Effect.fnUntraced(function* (asked) {
        return resendView(yield* resends.ofDelivery(yield* requesterOf(asked), asked.params.id))
      }, orProblem),
      get: Effect.fnUntraced(function* ({ params: { id, sellerId }, query: { sandbox = false } }) {
        return resendView(yield* resends.get({ sellerId, sandbox }, id))
      }, orProblem),
      cancel: Effect.fnUntraced(function* (asked) {
        return resendView(yield* resends.cancel(yield* requesterOf(asked), asked.params.id))
      }, orProblem)
    })
  })
)
