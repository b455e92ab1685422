/** What became of an event at one webhook: nothing that was accepted disappears. */
import { type DateTime, Schema } from "effect"
import type { Event } from "../events/Event.ts"
import type { WebhookId } from "../webhooks/Webhook.ts"

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

export interface EventFate {
  readonly webhookId: WebhookId
  readonly fate: Fate
  readonly attempts: number
  /** For `pending`: not before this time. */
  readonly nextAttemptAt?: DateTime.Utc
  /** For `held`: until this time. */
  readonly heldUntil?: DateTime.Utc
  readonly dropReason?: DropReason
}

export interface EventFates {
  readonly event: Event
  readonly webhooks: ReadonlyArray<EventFate>
}
