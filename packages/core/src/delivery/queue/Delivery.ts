/** One attempt to deliver: one request, which may carry several events (Seller Webhooks Service, Delivery). */
import { type DateTime, Schema } from "effect"
import { loggedAs, Uuid } from "../../access/Uuid.ts"
import type { WebhookId } from "../../webhooks/Webhook.ts"

export const DeliveryId = Uuid.pipe(Schema.brand("DeliveryId"), loggedAs("deliveryId"))
export type DeliveryId = typeof DeliveryId.Type

export interface Delivery {
  /** The `requestId` of the notification. */
  readonly id: DeliveryId
  readonly time: DateTime.Utc
  readonly webhookId: WebhookId
  readonly success: boolean
  /** Absent when no answer came. */
  readonly responseCode?: number
  /** Present when the attempt failed. */
  readonly error?: string
}

export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", { id: DeliveryId }) {
  override get message() {
    return `There is no delivery ${this.id}`
  }
}
