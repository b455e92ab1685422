/** Columns as domain values, and back. Whole numbers of 64 bits come as `bigint`. */
import {
  type Account,
  type Delivery,
  type DeliveryId,
  type Event,
  type EventId,
  type Owner,
  type SellerId,
  type ServiceId,
  Webhook,
  WebhookId,
  type WebhookStatus
} from "@sellerkit/core"
import { DateTime } from "effect"

export const time = (milliseconds: bigint): DateTime.Utc => DateTime.makeUnsafe(Number(milliseconds))

export const millis = DateTime.toEpochMillis

/** The parameters that name an account, or an owner. */
export const accountValues = ({ sandbox, sellerId }: Account) => [sellerId, sandbox] as const
export const ownerValues = ({ sandbox, sellerId, serviceId }: Owner) => [sellerId, sandbox, serviceId ?? ""] as const

export interface OwnerColumns {
  readonly seller_id: string
  readonly sandbox: boolean
  readonly service_id: string
}

export const toOwner = ({ sandbox, seller_id, service_id }: OwnerColumns): Owner => ({
  sellerId: seller_id as SellerId,
  sandbox,
  serviceId: service_id === "" ? null : (service_id as ServiceId)
})

export interface WebhookRow extends OwnerColumns {
  readonly webhook_id: string
  readonly name: string
  readonly url: string
  readonly subscriptions: string
  readonly status: WebhookStatus
  readonly created_at: bigint
  readonly updated_at: bigint
  readonly held_until: bigint | null
}

export const webhookColumns =
  "seller_id, sandbox, service_id, webhook_id, name, url, subscriptions, status, created_at, updated_at, held_until"

/** A webhook was valid when it was stored, so it is not checked again. */
export const toWebhook = (stored: WebhookRow): Webhook =>
  new Webhook(
    {
      id: WebhookId.make(stored.webhook_id),
      owner: toOwner(stored),
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

export interface EventRow {
  readonly event_id: string
  readonly idempotency_key: string | null
  readonly time: bigint
  readonly scope: string
  readonly type: string
  readonly test: boolean
  readonly payload: string
}

export const eventColumns = "e.event_id, e.idempotency_key, e.time, e.scope, e.type, e.test, e.payload"

export const toEvent = (stored: EventRow): Event => ({
  id: stored.event_id as EventId,
  idempotencyKey: stored.idempotency_key ?? stored.event_id,
  time: time(stored.time),
  scope: stored.scope,
  type: stored.type,
  test: stored.test,
  payload: stored.payload
})

export interface DeliveryRow {
  readonly delivery_id: string
  readonly time: bigint
  readonly webhook_id: string
  readonly success: boolean
  readonly response_code: number | null
  readonly error: string | null
}

/** Of what `sellerkit.attempt_with` gives. */
export const attemptColumns = "d.time, d.webhook_id, d.success, d.response_code, d.error"

export const toDelivery = (stored: DeliveryRow): Delivery => ({
  id: stored.delivery_id as DeliveryId,
  time: time(stored.time),
  webhookId: stored.webhook_id as WebhookId,
  success: stored.success,
  ...(stored.response_code === null ? undefined : { responseCode: stored.response_code }),
  ...(stored.error === null ? undefined : { error: stored.error })
})
