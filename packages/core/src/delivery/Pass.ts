/** One pass of a dispatcher: settles what ended, and starts what is due as far as there is room. */
import { Effect } from "effect"
import { endSpan, startSpan } from "../observability/Tracing.ts"
import { DeliveryQueue } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import type { Sending } from "./Sending.ts"

/** Gives how many requests it started. */
export const makePass = Effect.fnUntraced(function* <E>(sending: Sending, settle: Effect.Effect<void, E>) {
  const queue = yield* DeliveryQueue
  const options = yield* DispatcherOptions
  const { bytesPerBatch, bytesPerWrite, concurrency, eventsPerBatch, eventsPerWrite, lanesPerAccount, lease } = options

  return Effect.gen(function* () {
    sending.progress.closeUnsafe()
    yield* settle
    const room = concurrency - sending.inFlight.size
    if (room === 0) return 0
    const span = yield* startSpan("DeliveryQueue.claim", () => ({}))
    const batches = yield* queue.claim({
      lanes: room,
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
    return batches.length
    // What was claimed must be sent or given back, not forgotten half-way.
  }).pipe(Effect.uninterruptible)
})
