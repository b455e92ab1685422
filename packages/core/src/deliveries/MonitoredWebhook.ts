/** A webhook of an account, no matter who owns it, and how it does. */
import type { LaneState } from "../delivery/queue/DeliveryQueue.ts"
import { healthOf, type WebhookHealth } from "../delivery/queue/WebhookHealth.ts"
import type { Webhook } from "../webhooks/Webhook.ts"

export interface MonitoredWebhook {
  readonly webhook: Webhook
  readonly health: WebhookHealth
}

/** A webhook that was created after its lane was looked for has nothing in it yet. */
export const monitored = (webhook: Webhook, lane: LaneState | undefined): MonitoredWebhook => ({
  webhook,
  health: healthOf(webhook, lane ?? { webhookId: webhook.id, failures: 0, waiting: 0 })
})

/** Each webhook with its lane, in the order of the webhooks. */
export const monitoredEach = (
  webhooks: ReadonlyArray<Webhook>,
  lanes: ReadonlyArray<LaneState>
): ReadonlyArray<MonitoredWebhook> => {
  const laneOf = new Map(lanes.map((lane) => [lane.webhookId, lane]))
  return webhooks.map((webhook) => monitored(webhook, laneOf.get(webhook.id)))
}
