/** Each operation of the operator interface as one call of a service. */
import {
  DeliveryQueue,
  type EventInput,
  EventNotFound,
  Events,
  JwtTokens,
  onBehalfOf,
  PayloadText,
  payloadValue,
  RevokedTokens,
  type SellerId,
  type ServiceId,
  Webhooks
} from "@sellerkit/core"
import { Conflict, orProblem, problemBody, RequestContext } from "@sellerkit/core/http"
import { Context, DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "./OperatorApi.ts"
import { payloadTexts } from "./payloadTexts.ts"

interface ServiceParams {
  readonly sellerId: SellerId
  readonly serviceId: ServiceId
}

const EventsHandlers = HttpApiBuilder.group(
  OperatorApi,
  "events",
  Effect.fn(function* (handlers) {
    const events = yield* Events
    const queue = yield* DeliveryQueue
    return handlers.handleAll({
      publish: Effect.fnUntraced(function* ({ payload: { events: given, sandbox = false, sellerId }, request }) {
        const texts = payloadTexts(yield* Effect.orDie(request.text))
        const inputs = given.map((event, index): EventInput => ({ ...event, payload: new PayloadText(texts[index]!) }))
        return { events: yield* events.publish({ sellerId, sandbox }, inputs) }
      }, orProblem),
      fate: Effect.fnUntraced(function* ({ params: { id, sellerId }, query: { sandbox = false } }) {
        const fates = yield* queue.fates({ sellerId, sandbox }, id)
        if (Option.isNone(fates)) return yield* new EventNotFound({ id })
        const { event, webhooks } = fates.value
        return { ...event, payload: payloadValue(event.payload) as Record<string, unknown>, webhooks }
      }, orProblem)
    })
  })
)

/** The secret that tokens are signed with; none where they are made elsewhere and only verified here. */
export class TokenSecret extends Context.Service<TokenSecret, Option.Option<Redacted.Redacted>>()(
  "@sellerkit/standalone/operator/TokenSecret"
) {}

// The usual lifetime of seller API tokens.
const tokenLifetime = Duration.days(180)

// our choice: revocations outlast every token; those made here live for a year at most, those made elsewhere may live on.
const revocationLifetime = Duration.days(10 * 366)

const TokensHandlers = HttpApiBuilder.group(
  OperatorApi,
  "tokens",
  Effect.fn(function* (handlers) {
    const secret = yield* TokenSecret
    const random = yield* SecureRandom.SecureRandom
    const revoked = yield* RevokedTokens
    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ payload }) {
        const { expiresIn, readOnly = false, test = false, ...grant } = payload
        if (Option.isNone(secret)) {
          const detail = "Tokens are made elsewhere: this installation has no SELLERKIT_TOKEN_SECRET to sign them with"
          return yield* new Conflict(problemBody(yield* RequestContext, "Tokens are not made here", detail))
        }
        const lifetime = expiresIn === undefined ? tokenLifetime : Duration.seconds(expiresIn)
        const tokenId = yield* random.uuidV4()
        const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
        const token = yield* JwtTokens.issue(secret.value, { ...grant, tokenId, readOnly, sandbox: test }, lifetime)
        return { token: Redacted.value(token), tokenId, expiresAt }
      }),
      revoke: Effect.fnUntraced(function* ({ params }) {
        const until = DateTime.addDuration(yield* DateTime.now, revocationLifetime)
        yield* Effect.orDie(revoked.revoke(params.tokenId, until))
      })
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
        return { webhooks: yield* Effect.orDie(webhooks.disableService(actor)) }
      }),
      enable: Effect.fnUntraced(function* ({ params, query }) {
        const actor = yield* actorFor(params, query.sandbox)
        return { webhooks: yield* Effect.orDie(webhooks.enableService(actor)) }
      })
    })
  })
)

export const operatorHandlersLayer = Layer.mergeAll(EventsHandlers, TokensHandlers, ServicesHandlers)
