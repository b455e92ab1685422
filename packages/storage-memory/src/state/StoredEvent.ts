/** An accepted event, and what became of it at each webhook. */
import type { Delivery, DropReason, Event, WebhookId } from "@sellerkit/core"

/** What became of an event at one webhook; whether a pending one is held depends on the webhook. */
export interface Recipient {
  state: "pending" | "delivered" | "dropped"
  attempts: number
  /** When it was accepted, or was put back to be sent again, in milliseconds. */
  waitingSince: number
  dropReason?: DropReason
  readonly deliveries: Array<Delivery>
}

export interface StoredEvent {
  readonly event: Event
  /** Grows with each event of the account. */
  readonly sequence: number
  /** In milliseconds. */
  readonly acceptedAt: number
  readonly traceparent: string | undefined
  /** How many of its recipients were enabled then. */
  readonly enabledWebhooks: number
  /** In the order in which the webhooks were found. */
  readonly recipients: Map<WebhookId, Recipient>
}
