/** How a webhook fares: whether what is sent to it arrives, and what waits for it. */
import { Schema } from "effect"
import { Timestamp } from "../../time/Timestamp.ts"
import { Count } from "../../validation/WholeNumber.ts"
import type { Webhook } from "../../webhooks/Webhook.ts"
import { WebhookStatus } from "../../webhooks/WebhookState.ts"
import type { LaneState } from "./DeliveryQueue.ts"

export const WebhookHealth = Schema.Struct({
  state: Schema.Literals([
    /** What was sent last arrived, or nothing was sent yet. */
    "healthy",
    /** The last request failed. */
    "failing",
    "disabled"
  ]),
  /** Why it is disabled. */
  status: WebhookStatus,
  /** Failed requests in a row. */
  failures: Count,
  failingSince: Schema.optionalKey(Timestamp),
  /** When the operator was told that it will be disabled. */
  announcedAt: Schema.optionalKey(Timestamp),
  /** Nothing is sent before it. */
  backingOffUntil: Schema.optionalKey(Timestamp),
  lastSuccessAt: Schema.optionalKey(Timestamp),
  /** Until when what waits is held for a disabled webhook. */
  heldUntil: Schema.optionalKey(Timestamp),
  /** Events that wait for it: pending, or held while it is disabled. */
  waiting: Count
}).annotate({ identifier: "WebhookHealth" })
export type WebhookHealth = typeof WebhookHealth.Type

const stateOf = ({ enabled }: Webhook, { failures }: LaneState): WebhookHealth["state"] => {
  if (!enabled) return "disabled"
  return failures > 0 ? "failing" : "healthy"
}

export const healthOf = (webhook: Webhook, lane: LaneState): WebhookHealth => {
  const { announcedAt, failingSince, failures, lastSuccessAt, waiting, waitUntil } = lane
  const { heldUntil, status } = webhook
  return {
    state: stateOf(webhook, lane),
    status,
    failures,
    waiting,
    ...(failingSince && { failingSince }),
    ...(announcedAt && { announcedAt }),
    ...(waitUntil && webhook.enabled && { backingOffUntil: waitUntil }),
    ...(lastSuccessAt && { lastSuccessAt }),
    ...(heldUntil && { heldUntil })
  }
}
