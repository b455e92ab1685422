/** A webhook: where an owner wants to be told about which events (Seller Webhooks Service, Webhook). */
import { Schema } from "effect"
import { Owner } from "../access/Account.ts"
import { loggedAs, Uuid } from "../access/Uuid.ts"
import { PlainText } from "../validation/PlainText.ts"
import { Subscriptions } from "./Subscription.ts"
import { WebhookStatus } from "./WebhookState.ts"
import { WebhookUrl } from "./WebhookUrl.ts"

export const WebhookId = Uuid.pipe(Schema.brand("WebhookId"), loggedAs("webhookId"))
export type WebhookId = typeof WebhookId.Type

/** 3 to 60 characters (Seller Webhooks Service, Limits). */
export const WebhookName = PlainText.check(
  Schema.isBetweenCodePoints(3, 60, { message: "Expected between 3 and 60 characters" })
)

export class Webhook extends Schema.Class<Webhook>("@sellerkit/core/Webhook")({
  id: WebhookId,
  owner: Owner,
  name: WebhookName,
  /** Fixed for life; another URL needs another webhook. */
  url: WebhookUrl,
  subscriptions: Subscriptions,
  status: WebhookStatus,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** Until this time, events that were pending when the webhook was disabled wait for it to be enabled again. */
  heldUntil: Schema.optionalKey(Schema.DateTimeUtc)
}) {
  get enabled(): boolean {
    return this.status === "enabled"
  }
}

/** Names one webhook of one owner. */
export interface WebhookKey {
  readonly owner: Owner
  readonly id: WebhookId
}
