/** Each operation of the operator interface as one call of a service. */
import {
  Deliveries,
  type EventInput,
  Events,
  onBehalfOf,
  PayloadText,
  payloadValue,
  type SellerId,
  type ServiceId,
  Webhooks
} from "@sellerkit/core"
import { Conflict, orProblem, problemBody, RequestContext } from "@sellerkit/core/http"
import { Duration, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "./OperatorApi.ts"
import { payloadTexts } from "./payloadTexts.ts"
import { TokenIssuer, type TokensMadeElsewhere } from "./TokenIssuer.ts"

interface ServiceParams {
  readonly sellerId: SellerId
  readonly serviceId: ServiceId
}

const EventsHandlers = HttpApiBuilder.group(
  OperatorApi,
  "events",
  Effect.fn(function* (handlers) {
    const events = yield* Events
    const deliveries = yield* Deliveries
    return handlers.handleAll({
      publish: Effect.fnUntraced(function* ({ payload: { events: given, sandbox = false, sellerId }, request }) {
        const texts = payloadTexts(yield* Effect.orDie(request.text))
        const inputs = given.map((event, index): EventInput => ({ ...event, payload: new PayloadText(texts[index]!) }))
        return { events: yield* events.publish({ sellerId, sandbox }, inputs) }
      }, orProblem),
      fate: Effect.fnUntraced(function* ({ params: { id, sellerId }, query: { sandbox = false } }) {
        const { event, webhooks } = yield* deliveries.fates({ sellerId, sandbox }, id)
        return { ...event, payload: payloadValue(event.payload) as Record<string, unknown>, webhooks }
      }, orProblem)
    })
  })
)

const notMadeHere = ({ message }: TokensMadeElsewhere) =>
  Effect.flatMap(RequestContext, (request) =>
    Effect.fail(new Conflict(problemBody(request, "Tokens are not made here", message)))
  )

const TokensHandlers = HttpApiBuilder.group(
  OperatorApi,
  "tokens",
  Effect.fn(function* (handlers) {
    const tokens = yield* TokenIssuer
    return handlers.handleAll({
      create: Effect.fnUntraced(
        function* ({ payload: { expiresIn, readOnly = false, test = false, ...grant } }) {
          const lifetime = expiresIn === undefined ? undefined : Duration.seconds(expiresIn)
          return yield* tokens.issue({ ...grant, readOnly, sandbox: test }, lifetime)
        },
        Effect.catchTag("TokensMadeElsewhere", notMadeHere)
      ),
      revoke: ({ params }) => orProblem(tokens.revoke(params.tokenId))
    })
  })
)

const ServicesHandlers = HttpApiBuilder.group(
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

export const operatorHandlersLayer = Layer.mergeAll(EventsHandlers, TokensHandlers, ServicesHandlers)
