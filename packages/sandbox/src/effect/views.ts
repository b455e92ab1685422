/** What a sandbox shows of its service, as plain values. */
import type { HistoryEntry, MonitoredWebhook, WebhookHealth } from "@sellerkit/core"
import { DateTime } from "effect"

/** A webhook, and how it does. */
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

export interface HistoryView {
  readonly time: Date
  readonly source: HistoryEntry["source"]
  readonly action: HistoryEntry["action"]
  readonly webhookId?: string
  readonly error?: string
}

const date = (time: DateTime.Utc): Date => DateTime.toDateUtc(time)

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
