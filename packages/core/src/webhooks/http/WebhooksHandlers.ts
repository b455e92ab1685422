/** Each webhook operation as one call of a service. */
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import { Events } from "../../events/Events.ts"
import { currentActor } from "../../http/request/currentActor.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { UrlCheck } from "../UrlCheck.ts"
import type { WebhookId } from "../Webhook.ts"
import { defaultWebhookOrder } from "../WebhookOrder.ts"
import { Webhooks, type WebhookEdit } from "../Webhooks.ts"
import { WebhooksApi, webhookView } from "./WebhooksApi.ts"
import { orProblem } from "./webhookProblems.ts"

export const WebhooksHandlers = HttpApiBuilder.group(
  sellerApi(WebhooksApi),
  "webhooks",
  Effect.fn(function* (handlers) {
    const webhooks = yield* Webhooks
    const events = yield* Events
    const urlCheck = yield* UrlCheck

    const edit = Effect.fnUntraced(function* (request: {
      readonly params: { readonly id: WebhookId }
      readonly payload: WebhookEdit
    }) {
      return webhookView(yield* webhooks.edit(yield* currentActor, request.params.id, request.payload))
    }, orProblem)

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { owner } = yield* CurrentCaller
        const { limit, webhooks: found } = yield* webhooks.list(owner, query.order ?? defaultWebhookOrder)
        return { webhooks: found.map(webhookView), total: found.length, limit }
      }, orProblem),
      create: Effect.fnUntraced(function* ({ payload }) {
        const { secret, webhook } = yield* webhooks.create(yield* currentActor, payload)
        return { ...webhookView(webhook), secret: Redacted.value(secret) }
      }, orProblem),
      checkUrl: Effect.fnUntraced(function* ({ payload }) {
        const { owner } = yield* CurrentCaller
        return yield* urlCheck.check(owner, payload.url)
      }),
      get: ({ params }) =>
        orProblem(CurrentCaller.use(({ owner }) => Effect.map(webhooks.get({ owner, id: params.id }), webhookView))),
      edit,
      editAlias: edit,
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* webhooks.remove(yield* currentActor, params.id)
      }, orProblem),
      refreshSecret: Effect.fnUntraced(function* ({ params }) {
        return { secret: Redacted.value(yield* webhooks.refreshSecret(yield* currentActor, params.id)) }
      }, orProblem),
      sendTest: Effect.fnUntraced(function* ({ params }) {
        const sent = yield* events.sendTest(yield* currentActor, params.id)
        return { events: sent.map(({ id, scope, type }) => ({ id, scope, type })) }
      }, orProblem)
    })
  })
)
