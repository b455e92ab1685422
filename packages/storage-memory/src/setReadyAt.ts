/** When a lane is due next. */
import { DateTime } from "effect"
import type { StoredWebhook } from "./MemoryState.ts"

/** For a lane that has nothing in flight. */
export const setReadyAt = ({ deletedAt, lane, webhook }: StoredWebhook, now: number): void => {
  if (lane.isEmpty) lane.readyAt = undefined
  else if (deletedAt !== undefined) lane.readyAt = now
  else if (webhook.enabled) lane.readyAt = Math.max(now, lane.pausedUntil)
  else lane.readyAt = webhook.heldUntil === undefined ? now : DateTime.toEpochMillis(webhook.heldUntil)
}
