/** Each operation on events as one call of a service. */
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Deliveries } from "../../deliveries/Deliveries.ts"
import type { EventInput } from "../EventIntake.ts"
import { Events } from "../Events.ts"
import { EventSearch } from "../EventSearch.ts"
import { PayloadText, payloadValue } from "../Payload.ts"
import { RequestContext } from "../../http/request/RequestContext.ts"
import type { Asked } from "../../operator/Asked.ts"
import { viewerOf } from "../../operator/viewerQuery.ts"
import { toPageRequest } from "../../pagination/TimePage.ts"
import type { OperatorEventsApi } from "./OperatorEventsApi.ts"
import { payloadTexts } from "./payloadTexts.ts"

/** Payloads are taken as the text in which they came. */
interface AskedToPublish extends Asked<typeof OperatorEventsApi, "publish"> {
  readonly request: HttpServerRequest.HttpServerRequest
}

/** Only calls over HTTP have a text. */
export const publishOperation = Effect.map(Events, (events) =>
  Effect.fnUntraced(function* ({ payload, request }: AskedToPublish) {
    const { events: given, sandbox = false, sellerId } = payload
    const { ids } = yield* RequestContext
    ids.set("sellerId", sellerId)
    const texts = payloadTexts(yield* Effect.orDie(request.text))
    const inputs = given.map((event, index): EventInput => ({ ...event, payload: new PayloadText(texts[index]!) }))
    const published = yield* events.publish({ sellerId, sandbox }, inputs)
    // What was begun to be sent goes before the answer.
    yield* Effect.yieldNow
    return { events: published }
  })
)

export const eventOperations = Effect.gen(function* () {
  const deliveries = yield* Deliveries
  const search = yield* EventSearch
  return {
    list: Effect.fnUntraced(function* (asked: Asked<typeof OperatorEventsApi, "list">) {
      const { fate, idempotencyKey, scope, type, webhookId, ...page } = asked.query
      const viewer = viewerOf(asked)
      if (idempotencyKey !== undefined) {
        const found = yield* search.withKey(viewer, idempotencyKey)
        return { events: Option.toArray(found), next: "", prev: "" }
      }
      const selection = { fate, scope, type, ...(webhookId !== undefined && { webhookId }) }
      const { items, next, prev } = yield* search.page(viewer, selection, toPageRequest(page))
      return { events: items, next, prev }
    }),
    fate: Effect.fnUntraced(function* (asked: Asked<typeof OperatorEventsApi, "fate">) {
      const fates = yield* deliveries.fates(viewerOf(asked), asked.params.id)
      return { ...fates, payload: payloadValue(fates.payload) as Record<string, unknown> }
    })
  }
})
