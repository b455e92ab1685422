/** A webhook of an account, no matter who owns it, and how it does. */
import type { LaneState } from "../delivery/DeliveryQueue.ts"
import { healthOf, type WebhookHealth } from "../delivery/WebhookHealth.ts"
import type { Webhook } from "../webhooks/Webhook.ts"

export interface MonitoredWebhook {
  readonly webhook: Webhook
  readonly health: WebhookHealth
}

/** A webhook that was created between the two reads has nothing in its lane yet. */
export const monitored = (webhook: Webhook, lanes: ReadonlyArray<LaneState>): MonitoredWebhook => {
  const lane = lanes.find(({ webhookId }) => webhookId === webhook.id)
  return { webhook, health: healthOf(webhook, lane ?? { webhookId: webhook.id, failures: 0, waiting: 0 }) }
}
