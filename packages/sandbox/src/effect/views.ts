/** What a sandbox shows of its service, as plain values. */
import type { Delivery, EventFate, HistoryEntry, MonitoredWebhook, WebhookHealth } from "@sellerkit/core"
import { DateTime } from "effect"

/** One attempt to deliver. */
export interface DeliveryView {
  /** The `requestId` of the notification. */
  readonly id: string
  readonly time: Date
  readonly webhookId: string
  readonly success: boolean
  /** Absent when no answer came. */
  readonly responseCode?: number
  /** Present when it failed. */
  readonly error?: string
}

/** A webhook, and how it fares. */
export interface WebhookView {
  readonly id: string
  /** The integrated service that owns it; null where that is the seller itself. */
  readonly serviceId: string | null
  readonly name: string
  readonly url: string
  readonly subscriptions: ReadonlyArray<{ readonly scope: string; readonly event: string }>
  readonly enabled: boolean
  /** Why it is disabled, or `enabled`. */
  readonly status: WebhookHealth["status"]
  readonly state: WebhookHealth["state"]
  /** Failed requests in a row. */
  readonly failures: number
  /** Events that wait for it. */
  readonly waiting: number
  /** Nothing is sent before it. */
  readonly backingOffUntil?: Date
}

/** What became of an event at one webhook. */
export interface FateView {
  readonly webhookId: string
  readonly fate: EventFate["fate"]
  readonly attempts: number
  readonly nextAttemptAt?: Date
  readonly heldUntil?: Date
  readonly dropReason?: NonNullable<EventFate["dropReason"]>
}

export interface HistoryView {
  readonly time: Date
  readonly source: HistoryEntry["source"]
  readonly action: HistoryEntry["action"]
  readonly webhookId?: string
  readonly error?: string
}

const date = (time: DateTime.Utc): Date => DateTime.toDateUtc(time)

export const deliveryView = ({ time, ...delivery }: Delivery): DeliveryView => ({ ...delivery, time: date(time) })

export const webhookView = ({ health, webhook }: MonitoredWebhook): WebhookView => {
  const { enabled, id, name, owner, subscriptions, url } = webhook
  const { backingOffUntil, failures, state, status, waiting } = health
  return {
    id,
    serviceId: owner.serviceId,
    name,
    url,
    subscriptions,
    enabled,
    status,
    state,
    failures,
    waiting,
    ...(backingOffUntil && { backingOffUntil: date(backingOffUntil) })
  }
}

export const fateView = ({ heldUntil, nextAttemptAt, ...fate }: EventFate): FateView => ({
  ...fate,
  ...(heldUntil && { heldUntil: date(heldUntil) }),
  ...(nextAttemptAt && { nextAttemptAt: date(nextAttemptAt) })
})

export const historyView = ({ action, error, request, response, source, time }: HistoryEntry): HistoryView => {
  const webhookId = response.webhookId ?? request.webhookId
  return {
    time: date(time),
    source,
    action,
    ...(webhookId !== undefined && { webhookId }),
    ...(error !== undefined && { error })
  }
}
