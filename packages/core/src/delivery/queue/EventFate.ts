/** What became of an event at one webhook: nothing that was accepted disappears. */
import { Effect, Schema } from "effect"
import type { Event } from "../../events/Event.ts"
import { Metrics } from "../../observability/Metrics.ts"
import { type Plain, plain } from "../../time/Plain.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { Count } from "../../validation/WholeNumber.ts"
import { WebhookId } from "../../webhooks/Webhook.ts"
import type { Delivery } from "./Delivery.ts"

export const Fate = Schema.Literals([
  /** Waits for its first or next attempt. */
  "pending",
  /** Waits for its webhook to be enabled again. */
  "held",
  "delivered",
  "dropped"
])
export type Fate = typeof Fate.Type

export const DropReason = Schema.Literals([
  /** Its last attempt failed. */
  "attemptsSpent",
  "webhookDeleted",
  /** The webhook was not enabled when the event happened. */
  "webhookDisabled",
  /** The webhook stayed disabled for longer than events are held. */
  "heldTooLong"
])
export type DropReason = typeof DropReason.Type

/** An event counts once for each of its webhooks. */
export interface DroppedEvents {
  readonly reason: DropReason
  readonly events: number
}

/** Counts what was dropped, once the write that drops it is durable: for drivers, because only they know of events that no request carried. */
export const recordDropped = (dropped: ReadonlyArray<DroppedEvents>): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => {
    for (const { events, reason } of dropped) Metrics.eventsDropped(reason).updateUnsafe(events, context)
    return Effect.void
  })

/** At one webhook. */
export const EventFate = Schema.Struct({
  webhookId: WebhookId,
  fate: Fate,
  attempts: Count,
  /** For `pending`: not before this time. */
  nextAttemptAt: Schema.optionalKey(Timestamp),
  /** For `held`: until this time. */
  heldUntil: Schema.optionalKey(Timestamp),
  /** For `dropped`. */
  dropReason: Schema.optionalKey(DropReason)
}).annotate({ identifier: "EventFate" })
export type EventFate = typeof EventFate.Type

/** An event, and its fate at each of the webhooks that it went to. */
export interface EventRecipients extends Event {
  readonly webhooks: ReadonlyArray<EventFate>
}

/** What became of an event: this shape has all that is called `fates`, wherever it is asked for. */
export interface EventFates extends EventRecipients {
  /** Every attempt so far, the oldest first. */
  readonly deliveries: ReadonlyArray<Delivery>
}

/** What became of an event at one webhook, for hosts without Effect. */
export interface FateRecord extends Plain<EventFate> {}

/** One attempt to deliver, for hosts without Effect. */
export interface DeliveryRecord extends Plain<Delivery> {}

/** What became of an event, for hosts without Effect. */
export interface EventRecord extends Plain<Omit<EventFates, "payload">> {
  readonly payload: unknown
}

export const deliveryRecord: (delivery: Delivery) => DeliveryRecord = plain

export const eventRecord = ({ payload, ...fates }: EventFates): EventRecord => ({
  ...plain(fates),
  payload: JSON.parse(payload)
})
