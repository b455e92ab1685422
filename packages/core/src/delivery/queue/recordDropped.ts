/** Counts events that are dropped: for storage drivers, because only they know of events that no request carried. */
import { Effect } from "effect"
import { Metrics } from "../../observability/Metrics.ts"
import type { DropReason } from "./EventFate.ts"

/** An event counts once for each of its webhooks. */
export interface DroppedEvents {
  readonly reason: DropReason
  readonly events: number
}

/** To be called once the write that drops them is durable. */
export const recordDropped = (dropped: ReadonlyArray<DroppedEvents>): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => {
    for (const { events, reason } of dropped) Metrics.eventsDropped(reason).updateUnsafe(events, context)
    return Effect.void
  })
