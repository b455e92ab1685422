/**
 * Sending events of one webhook again: a durable job that puts them back among what waits, in small steps, so that neither
 * the storage nor the receiver gets all of them at once, and a crash in between loses nothing.
 */
import { type DateTime, Schema } from "effect"
import type { Owner } from "../access/Account.ts"
import { loggedAs, Uuid } from "../access/Uuid.ts"
import type { WebhookId } from "../webhooks/Webhook.ts"
import type { DeliveryId } from "./Delivery.ts"

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

export interface Resend {
  readonly id: ResendId
  readonly owner: Owner
  readonly webhookId: WebhookId
  readonly selection: ResendSelection
  /** At most so many events are put back per second. */
  readonly eventsPerSecond: number
  readonly state: ResendState
  /**
   * How many events there were to look at as it began, how many have been, and how many of them were put back. Where there
   * were more than are counted, the total is at least so many, and grows with those that have been looked at.
   */
  readonly total: number
  readonly examined: number
  readonly resent: number
  /** How many of those that have been looked at waited already, and were left as they were. */
  readonly alreadyWaiting: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

// our choice: how many events are counted as a job begins, which bounds how long that keeps others waiting.
export const mostCounted = 10_000

/** In milliseconds. A step puts back no more than a second's worth, and a job pauses for as long as that takes. */
export const longestJobPause = 1000

/** A job, and what its events wait for. */
export interface ResendProgress extends Resend {
  /** The webhook pauses after a failure, and nothing is sent to it before. */
  readonly backingOffUntil?: DateTime.Utc
}

/** A job as the operator sees it: what it selects is beside the rest, and its webhook says whose it is. */
export interface ResendView extends Omit<ResendProgress, "owner" | "selection"> {
  readonly deliveryId?: DeliveryId
  readonly since?: DateTime.Utc
  readonly until?: DateTime.Utc
  readonly onlyFailed?: boolean
}

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
