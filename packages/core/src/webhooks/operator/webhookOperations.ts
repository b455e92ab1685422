/** Each operation on webhooks as one call of a service. */
import { Effect } from "effect"
import { Deliveries, type MonitoredWebhook } from "../../deliveries/Deliveries.ts"
import type { Asked } from "../../operator/Asked.ts"
import type { MonitoredWebhookView, OperatorWebhooksApi } from "./OperatorWebhooksApi.ts"

const view = ({ health, webhook }: MonitoredWebhook): typeof MonitoredWebhookView.Type => {
  const { createdAt, id, name, owner, subscriptions, updatedAt, url } = webhook
  return { id, serviceId: owner.serviceId, name, url, subscriptions, createdAt, updatedAt, health }
}

export const webhookOperations = Effect.map(Deliveries, (deliveries) => ({
  list: ({ params: { sellerId }, query: { sandbox = false } }: Asked<typeof OperatorWebhooksApi, "list">) =>
    Effect.map(deliveries.health({ sellerId, sandbox }), (found) => ({ webhooks: found.map(view) })),
  get: ({ params: { id, sellerId }, query: { sandbox = false } }: Asked<typeof OperatorWebhooksApi, "get">) =>
    Effect.map(deliveries.healthOf({ sellerId, sandbox }, id), view),
  retry: ({ params: { id, sellerId }, query: { sandbox = false } }: Asked<typeof OperatorWebhooksApi, "retry">) =>
    Effect.map(deliveries.retry({ sellerId, sandbox }, id), view)
}))
