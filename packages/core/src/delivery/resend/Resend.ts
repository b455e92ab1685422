/**
 * Sending events of one webhook again: a durable job that puts them back among what waits, in small steps, so that neither
 * the storage nor the receiver gets all of them at once, and a crash in between loses nothing.
 */
import { type DateTime, Schema } from "effect"
import type { Owner } from "../../access/Account.ts"
import { loggedAs, Uuid } from "../../access/Uuid.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { Count } from "../../validation/WholeNumber.ts"
import { WebhookId } from "../../webhooks/Webhook.ts"
import { DeliveryId } from "../queue/Delivery.ts"

export const ResendId = Uuid.pipe(Schema.brand("ResendId"), loggedAs("resendId"))
export type ResendId = typeof ResendId.Type

/** At most so many events are put back per second. */
export const EventsPerSecond = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))

export const ResendState = Schema.Literals([
  "running",
  "finished",
  /** The operator ended it. What was put back until then is sent. */
  "cancelled",
  /** The webhook was disabled or deleted meanwhile. */
  "stopped"
])
export type ResendState = typeof ResendState.Type

/** Which of the webhook's events. Test events are never among them, and events that wait already stay as they are. */
export type ResendSelection =
  | {
      readonly _tag: "Period"
      /** By the time of the event, both included. */
      readonly since: DateTime.Utc
      readonly until: DateTime.Utc
      /** Only what was dropped, also without an attempt; otherwise what was delivered as well. */
      readonly onlyFailed: boolean
    }
  /** Those that one request carried, however it ended. */
  | { readonly _tag: "Delivery"; readonly deliveryId: DeliveryId }

/** A job as the operator sees it: what it selects is beside the rest. Its other types are derived from this one. */
export const ResendView = Schema.Struct({
  id: ResendId,
  webhookId: WebhookId,
  /** Of a resend of one delivery. */
  deliveryId: Schema.optionalKey(DeliveryId),
  /** These three are of a resend of a period. */
  since: Schema.optionalKey(Timestamp),
  until: Schema.optionalKey(Timestamp),
  onlyFailed: Schema.optionalKey(Schema.Boolean),
  eventsPerSecond: EventsPerSecond,
  state: ResendState,
  /**
   * How many events there were to look at when it began. Where there were more than are counted, the total is at least so many,
   * and grows with the number of examined events.
   */
  total: Count,
  /** How many of them it has looked at. */
  examined: Count,
  /** How many of the examined events it has put back: they wait to be delivered again, or already were. */
  resent: Count,
  /** How many of the examined events waited already, and were left as they were. */
  alreadyWaiting: Count,
  /** The webhook pauses after a failure: nothing is sent to it before this time. */
  backingOffUntil: Schema.optionalKey(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "Resend" })
export interface ResendView extends Schema.Schema.Type<typeof ResendView> {}

/** A job as it is stored. */
export interface Resend extends Omit<ResendView, "backingOffUntil" | "deliveryId" | "onlyFailed" | "since" | "until"> {
  readonly owner: Owner
  readonly selection: ResendSelection
}

// our choice: how many events are counted as a job begins, which bounds how long that keeps others waiting.
export const mostCounted = 10_000

/** In milliseconds. A step puts back no more than a second's worth, and a job pauses for as long as that takes. */
export const longestJobPause = 1000

/** A job, and what its events wait for. */
export interface ResendProgress extends Resend, Pick<ResendView, "backingOffUntil"> {}

export const resendView = ({ owner: _, selection, ...resend }: ResendProgress): ResendView => {
  const { _tag, ...selected } = selection
  return { ...resend, ...selected }
}

export class ResendNotFound extends Schema.TaggedError<ResendNotFound>()("ResendNotFound", { id: ResendId }) {
  override get message() {
    return `There is no resend ${this.id}`
  }
}

/** Sending the events of a disabled webhook again would only have them held. */
export class ResendToDisabled extends Schema.TaggedError<ResendToDisabled>()("ResendToDisabled", {
  webhookId: Schema.String
}) {
  override get message() {
    return `The webhook ${this.webhookId} is disabled; enable it before its events are sent again`
  }
}
