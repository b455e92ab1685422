/**
 * Everything that a sandbox knows of its seller, for comparison with what it was in an earlier run: names stand for ids, and
 * times are counted from the start, so that it is the same as long as the same happens.
 */
import type { Event } from "@sellerkit/core"
import { DateTime, Duration } from "effect"
import type { DeliveryView, FateView, HistoryView, WebhookView } from "./views.ts"

export interface Snapshot {
  /** How long the sandbox has run. */
  readonly time: string
  readonly webhooks: ReadonlyArray<unknown>
  readonly events: ReadonlyArray<unknown>
  readonly deliveries: ReadonlyArray<unknown>
  readonly history: ReadonlyArray<unknown>
}

export interface Known {
  readonly startsAt: number
  readonly now: number
  /** The oldest first, as all of them. */
  readonly webhooks: ReadonlyArray<WebhookView>
  readonly events: ReadonlyArray<{ readonly event: Event; readonly fates: ReadonlyArray<FateView> }>
  readonly deliveries: ReadonlyArray<DeliveryView & { readonly eventIds: ReadonlyArray<string> }>
  readonly history: ReadonlyArray<HistoryView>
  /** By URL. */
  readonly receivers: ReadonlyMap<string, string>
}

/** Gives what is asked for by its id the next name: `webhook 1`. */
const namesOf = (kind: string, ids: ReadonlyArray<string>) => {
  const names = new Map<string, string>()
  const nameOf = (id: string): string => {
    const known = names.get(id) ?? `${kind} ${names.size + 1}`
    names.set(id, known)
    return known
  }
  for (const id of ids) nameOf(id)
  return nameOf
}

const fateText = ({ attempts, dropReason, fate }: FateView): string => {
  const what = dropReason === undefined ? fate : `${fate} (${dropReason})`
  return `${what} after ${attempts} attempt${attempts === 1 ? "" : "s"}`
}

export const snapshotOf = ({ deliveries, events, history, now, receivers, startsAt, webhooks }: Known): Snapshot => {
  const webhook = namesOf(
    "webhook",
    history.flatMap(({ webhookId }) => webhookId ?? [])
  )
  const event = namesOf(
    "event",
    events.map(({ event: { id } }) => id)
  )
  const since = (time: number): string => Duration.format(Duration.millis(time - startsAt))
  return {
    time: since(now),
    webhooks: webhooks.map(({ backingOffUntil, id, subscriptions, url, ...rest }) => ({
      ...rest,
      id: webhook(id),
      url: receivers.get(url) ?? url,
      subscriptions: subscriptions.map(({ event, scope }) => `${scope}/${event}`),
      ...(backingOffUntil && { backingOffUntil: since(backingOffUntil.getTime()) })
    })),
    events: events.map(({ event: { id, payload, scope, test, time, type }, fates }) => ({
      id: event(id),
      time: since(DateTime.toEpochMillis(time)),
      type: `${scope}/${type}`,
      ...(test && { test }),
      payload: JSON.parse(payload),
      fates: Object.fromEntries(fates.map((fate) => [webhook(fate.webhookId), fateText(fate)]))
    })),
    deliveries: deliveries.map(({ error, eventIds, responseCode, time, webhookId }) => ({
      time: since(time.getTime()),
      webhook: webhook(webhookId),
      events: eventIds.map(event),
      result: error ?? `Answered ${responseCode}`
    })),
    history: history.map(({ time, webhookId, ...entry }) => ({
      time: since(time.getTime()),
      ...entry,
      ...(webhookId !== undefined && { webhook: webhook(webhookId) })
    }))
  }
}
