/** How webhooks fare, as the host sees it. */
import { Deliveries, type MonitoredWebhook, type Plain, plain, type WebhookHealth } from "@sellerkit/core"
import { Effect } from "effect"
import { decodeSeller, type Seller } from "./Seller.ts"
import { recordOf, type WebhookRecord } from "./SellerkitWebhooks.ts"

export interface MonitoredWebhookRecord extends WebhookRecord {
  /** The integrated service that owns it; null where that is the seller itself. */
  readonly serviceId: string | null
  readonly health: Plain<WebhookHealth>
}

export const monitoredRecord = ({ health, webhook }: MonitoredWebhook): MonitoredWebhookRecord => ({
  ...recordOf(webhook),
  serviceId: webhook.owner.serviceId,
  health: plain(health)
})

export const health = Effect.fnUntraced(function* (seller: Seller) {
  const monitored = yield* (yield* Deliveries).health(yield* decodeSeller(seller))
  return monitored.map(monitoredRecord)
})
