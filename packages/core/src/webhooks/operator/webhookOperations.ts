/** Each operation on webhooks as one call of a service. */
import { Effect } from "effect"
import { Deliveries } from "../../deliveries/Deliveries.ts"
import type { MonitoredWebhook } from "../../deliveries/MonitoredWebhook.ts"
import { WebhookSearch } from "../../deliveries/WebhookSearch.ts"
import type { Asked } from "../../operator/Asked.ts"
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

export const webhookOperations = Effect.map(Deliveries, (deliveries) => ({
  list: ({ params: { sellerId }, query: { sandbox = false, serviceId } }: Asked<typeof OperatorWebhooksApi, "list">) =>
    Effect.map(deliveries.health({ sellerId, sandbox, serviceId }), (found) => ({ webhooks: found.map(view) })),
  get: ({
    params: { id, sellerId },
    query: { sandbox = false, serviceId }
  }: Asked<typeof OperatorWebhooksApi, "get">) =>
    Effect.map(deliveries.healthOf({ sellerId, sandbox, serviceId }, id), view),
  hours: ({
    params: { id, sellerId },
    query: { days, sandbox = false, serviceId }
  }: Asked<typeof OperatorWebhooksApi, "hours">) =>
    Effect.map(deliveries.hours({ sellerId, sandbox, serviceId }, id, days), (hours) => ({ hours })),
  retry: ({
    params: { id, sellerId },
    query: { sandbox = false, serviceId }
  }: Asked<typeof OperatorWebhooksApi, "retry">) =>
    Effect.map(deliveries.retry({ sellerId, sandbox, serviceId }, id), view)
}))
