/** How webhooks fare, as the host sees it. */
import { type Plain, plain, type WebhookHealth } from "@sellerkit/core"
import { type MonitoredWebhookView, webhookOperations } from "@sellerkit/core/operator"
import { Effect } from "effect"
import { about, decodeSeller, type Seller } from "../Seller.ts"
import { stored, type WebhookRecord } from "./SellerkitWebhooks.ts"

export interface MonitoredWebhookRecord extends WebhookRecord {
  /** The integrated service that owns it; null where that is the seller itself. */
  readonly serviceId: string | null
  readonly health: Plain<WebhookHealth>
}

export const monitoredRecord = (view: typeof MonitoredWebhookView.Type): MonitoredWebhookRecord => {
  const { health, subscriptions, ...webhook } = plain(view)
  const { status } = health
  return { ...webhook, enabled: status === "enabled", status, subscriptions: subscriptions.map(stored), health }
}

export const health = Effect.fnUntraced(function* (seller: Seller) {
  const account = yield* decodeSeller(seller)
  const { webhooks } = yield* (yield* webhookOperations).list(about(account, {}))
  return webhooks.map(monitoredRecord)
})
