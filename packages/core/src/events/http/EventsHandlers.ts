/** Each event history operation as one call of a service. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import { Deliveries } from "../../deliveries/Deliveries.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { toPageRequest } from "../../pagination/TimePage.ts"
import { Events } from "../Events.ts"
import { EventsApi, eventView } from "./EventsApi.ts"
import { orProblem } from "./eventProblems.ts"

export const EventsHandlers = HttpApiBuilder.group(
  sellerApi(EventsApi),
  "events",
  Effect.fn(function* (handlers) {
    const events = yield* Events
    const deliveries = yield* Deliveries
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query: { webhookId, ...page } }) {
        const { owner } = yield* CurrentCaller
        const { items, next, prev } = yield* events.page(
          owner,
          webhookId === undefined ? {} : { webhookId },
          toPageRequest(page)
        )
        return { events: items.map(eventView), next, prev }
      }, orProblem),
      get: Effect.fnUntraced(function* ({ params }) {
        const { owner } = yield* CurrentCaller
        return eventView(yield* events.get(owner, params.eventId))
      }, orProblem),
      deliveries: Effect.fnUntraced(function* ({ params }) {
        const { owner } = yield* CurrentCaller
        return { deliveries: yield* deliveries.ofEvent(owner, params.eventId) }
      }, orProblem)
    })
  })
)
