/** Each operation on integrated services as one call of a service. */
import { onBehalfOf, type SellerId, type ServiceId, Webhooks } from "@sellerkit/core"
import { orProblem, RequestContext } from "@sellerkit/core/http"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "./OperatorApi.ts"

interface ServiceParams {
  readonly sellerId: SellerId
  readonly serviceId: ServiceId
}

export const ServicesHandlers = HttpApiBuilder.group(
  OperatorApi,
  "services",
  Effect.fn(function* (handlers) {
    const webhooks = yield* Webhooks
    const actorFor = Effect.fnUntraced(function* (params: ServiceParams, sandbox = false) {
      const { ip } = yield* RequestContext
      return onBehalfOf({ ...params, sandbox }, "operator", ip)
    })
    return handlers.handleAll({
      disable: Effect.fnUntraced(function* ({ params, query }) {
        const actor = yield* actorFor(params, query.sandbox)
        return { webhooks: yield* webhooks.disableService(actor) }
      }, orProblem),
      enable: Effect.fnUntraced(function* ({ params, query }) {
        const actor = yield* actorFor(params, query.sandbox)
        return { webhooks: yield* webhooks.enableService(actor) }
      }, orProblem)
    })
  })
)
