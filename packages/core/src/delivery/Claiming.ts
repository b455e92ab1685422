/**
 * Claims lanes that are due, as far as there is room for their requests, and starts these. Says whether it took as many as
 * it could, so that there may be more.
 */
import { Effect } from "effect"
import { endSpan, startSpan } from "../observability/Tracing.ts"
import { DeliveryQueue } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import type { Sending } from "./Sending.ts"

export const makeClaim = Effect.fnUntraced(function* (sending: Sending) {
  const queue = yield* DeliveryQueue
  const options = yield* DispatcherOptions
  const {
    bytesPerBatch,
    bytesPerWrite,
    concurrency,
    eventsPerBatch,
    eventsPerWrite,
    lanesPerAccount,
    lanesPerClaim,
    lease
  } = options

  return Effect.gen(function* () {
    const room = concurrency - sending.inFlight.size
    if (room === 0) return false
    const lanes = Math.min(room, lanesPerClaim)
    const span = yield* startSpan("DeliveryQueue.claim", () => ({}))
    const batches = yield* queue.claim({
      lanes,
      lanesPerAccount,
      inFlight: sending.shares().inFlight,
      eventsPerLane: eventsPerBatch,
      bytesPerLane: bytesPerBatch,
      events: eventsPerWrite,
      bytes: bytesPerWrite,
      lease
    })
    // A look that found nothing is no news.
    if (span !== undefined && batches.length > 0) {
      span.attribute("sellerkit.deliveries", batches.length)
      yield* endSpan(span)
    }
    for (const batch of batches) yield* sending.start(batch)
    return batches.length === lanes
    // What was claimed must be sent or given back, not forgotten half-way.
  }).pipe(Effect.uninterruptible)
})
