/** Columns as domain values, and back. */
import {
  type Delivery,
  type DeliveryId,
  type Event,
  type EventId,
  type Owner,
  Webhook,
  WebhookId,
  type WebhookStatus
} from "@sellerkit/core"
import { DateTime } from "effect"

const time = (milliseconds: number): DateTime.Utc => DateTime.makeUnsafe(milliseconds)

export interface WebhookRow {
  readonly webhook: number
  readonly id: string
  readonly name: string
  readonly url: string
  readonly subscriptions: string
  readonly status: WebhookStatus
  readonly created_at: number
  readonly updated_at: number
  readonly held_until: number | null
}

export const webhookColumns = "webhook, id, name, url, subscriptions, status, created_at, updated_at, held_until"

/** A webhook was valid when it was stored, so it is not checked again. */
export const toWebhook = (owner: Owner, stored: WebhookRow): Webhook =>
  new Webhook(
    {
      id: WebhookId.make(stored.id),
      owner,
      name: stored.name,
      url: stored.url,
      subscriptions: JSON.parse(stored.subscriptions),
      status: stored.status,
      createdAt: time(stored.created_at),
      updatedAt: time(stored.updated_at),
      ...(stored.held_until === null ? undefined : { heldUntil: time(stored.held_until) })
    },
    { disableChecks: true }
  )

interface EventRow {
  readonly id: string
  readonly idempotency_key: string | null
  readonly time: number
  readonly scope: string
  readonly type: string
  readonly test: number
  readonly payload: string
}

export const toEvent = (stored: EventRow): Event => ({
  id: stored.id as EventId,
  idempotencyKey: stored.idempotency_key ?? stored.id,
  time: time(stored.time),
  scope: stored.scope,
  type: stored.type,
  test: stored.test === 1,
  payload: stored.payload
})

export interface DeliveryRow {
  readonly id: string
  readonly time: number
  readonly webhook_id: string
  readonly success: number
  readonly response_code: number | null
  readonly error: string | null
}

export const deliveryColumns = "d.id, d.time, w.id as webhook_id, d.success, d.response_code, d.error"

export const toDelivery = (stored: DeliveryRow): Delivery => ({
  id: stored.id as DeliveryId,
  time: time(stored.time),
  webhookId: stored.webhook_id as WebhookId,
  success: stored.success === 1,
  ...(stored.response_code === null ? undefined : { responseCode: stored.response_code }),
  ...(stored.error === null ? undefined : { error: stored.error })
})
