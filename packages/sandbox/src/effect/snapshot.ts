/**
 * Everything that a sandbox knows of its seller, for comparison with what it was in an earlier run: names stand for ids, and
 * times are counted from the start, so that it is the same as long as the same happens.
 */
import type { DeliveryRecord, EventRecord, FateRecord } from "@sellerkit/core"
import { Duration } from "effect"
import type { HistoryView, WebhookView } from "./views.ts"

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
  /** The oldest first, as in all lists here. */
  readonly webhooks: ReadonlyArray<WebhookView>
  readonly events: ReadonlyArray<EventRecord>
  readonly deliveries: ReadonlyArray<DeliveryRecord>
  readonly history: ReadonlyArray<HistoryView>
  /** By URL. */
  readonly receivers: ReadonlyMap<string, string>
}

/** Gives each id that is asked for the next name: `webhook 1`. */
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

type Since = (time: Date) => string

const untimed = ({ heldUntil, nextAttemptAt, ...fate }: FateRecord, since: Since) => ({
  ...fate,
  ...(nextAttemptAt && { nextAttemptAt: since(nextAttemptAt) }),
  ...(heldUntil && { heldUntil: since(heldUntil) })
})

export const snapshotOf = ({ deliveries, events, history, now, receivers, startsAt, webhooks }: Known): Snapshot => {
  const webhook = namesOf(
    "webhook",
    history.flatMap(({ webhookId }) => webhookId ?? [])
  )
  const event = namesOf(
    "event",
    events.map(({ id }) => id)
  )
  const since: Since = (time) => Duration.format(Duration.millis(time.getTime() - startsAt))
  const carried = (deliveryId: string): ReadonlyArray<string> =>
    events.filter(({ deliveries }) => deliveries.some(({ id }) => id === deliveryId)).map(({ id }) => event(id))
  return {
    time: since(new Date(now)),
    webhooks: webhooks.map(({ backingOffUntil, id, subscriptions, url, ...rest }) => ({
      ...rest,
      id: webhook(id),
      url: receivers.get(url) ?? url,
      subscriptions: subscriptions.map(({ event, scope }) => `${scope}/${event}`),
      ...(backingOffUntil && { backingOffUntil: since(backingOffUntil) })
    })),
    events: events.map(({ id, payload, scope, test, time, type, webhooks }) => ({
      id: event(id),
      time: since(time),
      type: `${scope}/${type}`,
      ...(test && { test }),
      payload,
      webhooks: webhooks.map((fate) => ({ ...untimed(fate, since), webhookId: webhook(fate.webhookId) }))
    })),
    deliveries: deliveries.map(({ error, id, responseCode, time, webhookId }) => ({
      time: since(time),
      webhook: webhook(webhookId),
      events: carried(id),
      result: error ?? `Answered ${responseCode}`
    })),
    history: history.map(({ time, webhookId, ...entry }) => ({
      time: since(time),
      ...entry,
      ...(webhookId !== undefined && { webhook: webhook(webhookId) })
    }))
  }
}
