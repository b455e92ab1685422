/** Each operation on webhooks as one call of a service. */
import { Effect } from "effect"
import { Deliveries } from "../../deliveries/Deliveries.ts"
import type { MonitoredWebhook } from "../../deliveries/MonitoredWebhook.ts"
import { WebhookSearch } from "../../deliveries/WebhookSearch.ts"
import type { Asked } from "../../operator/Asked.ts"
import { viewerOf } from "../../operator/viewerQuery.ts"
import type { MonitoredWebhookView, OperatorWebhooksApi } from "./OperatorWebhooksApi.ts"

const view = ({ health, webhook }: MonitoredWebhook): typeof MonitoredWebhookView.Type => {
  const { createdAt, id, name, owner, subscriptions, updatedAt, url } = webhook
  return { id, serviceId: owner.serviceId, name, url, subscriptions, createdAt, updatedAt, health }
}

const viewOfSeller = (monitored: MonitoredWebhook) => {
  const { sandbox, sellerId } = monitored.webhook.owner
  return { sellerId, sandbox, ...view(monitored) }
}

/** Only callers over HTTP look through all sellers. */
export const everywhereOperation = Effect.map(WebhookSearch, (search) =>
  Effect.fnUntraced(function* ({
    query: { limit, next = "", search: text, state }
  }: Asked<typeof OperatorWebhooksApi, "everywhere">) {
    const found = yield* search.page({ text, state }, next === "" ? undefined : next, limit)
    return { webhooks: found.webhooks.map(viewOfSeller), next: found.next ?? ("" as const) }
  })
)

type WebhookAsked<Name extends "get" | "hours" | "list" | "retry"> = Asked<typeof OperatorWebhooksApi, Name>

export const webhookOperations = Effect.map(Deliveries, (deliveries) => ({
  list: (asked: WebhookAsked<"list">) =>
    Effect.map(deliveries.health(viewerOf(asked)), (found) => ({ webhooks: found.map(view) })),
  get: (asked: WebhookAsked<"get">) => Effect.map(deliveries.healthOf(viewerOf(asked), asked.params.id), view),
  hours: (asked: WebhookAsked<"hours">) =>
    Effect.map(deliveries.hours(viewerOf(asked), asked.params.id, asked.query.days), (hours) => ({ hours })),
  retry: (asked: WebhookAsked<"retry">) => Effect.map(deliveries.retry(viewerOf(asked), asked.params.id), view)
}))
