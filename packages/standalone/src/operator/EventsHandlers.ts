/** Each operation on events as one call of a service. */
import { Deliveries, type EventInput, Events, PayloadText, payloadValue } from "@sellerkit/core"
import { orProblem, RequestContext } from "@sellerkit/core/http"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "./OperatorApi.ts"
import { payloadTexts } from "./payloadTexts.ts"

export const EventsHandlers = HttpApiBuilder.group(
  OperatorApi,
  "events",
  Effect.fn(function* (handlers) {
    const events = yield* Events
    const deliveries = yield* Deliveries
    return handlers.handleAll({
      publish: Effect.fnUntraced(function* ({ payload: { events: given, sandbox = false, sellerId }, request }) {
        const { ids } = yield* RequestContext
        ids.set("sellerId", sellerId)
        const texts = payloadTexts(yield* Effect.orDie(request.text))
        const inputs = given.map((event, index): EventInput => ({ ...event, payload: new PayloadText(texts[index]!) }))
        return { events: yield* events.publish({ sellerId, sandbox }, inputs) }
      }, orProblem),
      fate: Effect.fnUntraced(function* ({ params: { id, sellerId }, query: { sandbox = false } }) {
        const fates = yield* deliveries.fates({ sellerId, sandbox }, id)
        return { ...fates, payload: payloadValue(fates.payload) as Record<string, unknown> }
      }, orProblem)
    })
  })
)
