/** What a lane waits for when nothing of it is in flight. */
import { DateTime } from "effect"
import type { StoredWebhook } from "./MemoryState.ts"

/** When the lane has to be looked at next, now that nothing of it is in flight. */
export const rest = ({ deletedAt, lane, webhook }: StoredWebhook, now: number): void => {
  if (lane.isEmpty) lane.readyAt = undefined
  else if (deletedAt !== undefined) lane.readyAt = now
  else if (webhook.enabled) lane.readyAt = Math.max(now, lane.pausedUntil)
  else lane.readyAt = webhook.heldUntil === undefined ? now : DateTime.toEpochMillis(webhook.heldUntil)
}
