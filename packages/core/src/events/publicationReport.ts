/** What operators see of publications: how many events were taken of which type, and how many were known already. */
import { Effect } from "effect"
import { Metrics } from "../observability/Metrics.ts"
import type { NewEvent } from "../catalog/NewEvent.ts"
import type { PublishedEvent } from "./Event.ts"

/** `published` are the results of `events`, in their order: an event that was known has another id. */
export const recordPublication = (
  events: ReadonlyArray<NewEvent>,
  published: ReadonlyArray<PublishedEvent>
): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => {
    for (const [index, { id, scope, type }] of events.entries()) {
      const metric = published[index]!.id === id ? Metrics.eventsAccepted(scope, type) : Metrics.eventsDeduplicated()
      metric.updateUnsafe(1, context)
    }
    return Effect.void
  })
