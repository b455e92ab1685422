/**
 * Claims lanes that are due, as far as there is room for their requests, and starts these: each lane for as many requests
 * as one after the other may be made under one lease. Says whether there may be more that it could have taken.
 */
import { Clock, Effect } from "effect"
import type { Account } from "../access/Account.ts"
import { endSpan, startSpan } from "../observability/Tracing.ts"
import { DeliveryQueue } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import type { Sending } from "./Sending.ts"
import { eventsPerLease } from "./Turn.ts"

export const makeClaim = Effect.fnUntraced(function* (sending: Sending) {
  const queue = yield* DeliveryQueue
  const options = yield* DispatcherOptions
  const { bytesPerBatch, bytesPerWrite, eventsPerBatch, eventsPerWrite, lanesPerAccount, lanesPerClaim, lease } =
    options

  /** Gives how many lanes it claimed, none of which are of the accounts in `but`. */
  const claim = Effect.fnUntraced(function* (lanes: number, but: ReadonlyArray<Account>) {
    const span = yield* startSpan("DeliveryQueue.claim", () => ({}))
    const leasedSince = yield* Clock.monotonicTimeNanos
    const batches = yield* queue.claim({
      lanes,
      lanesPerAccount,
      inFlight: [...sending.room.shares().inFlight, ...but.map((account) => ({ account, lanes: lanesPerAccount }))],
      eventsPerLane: eventsPerLease(options),
      eventsPerRequest: eventsPerBatch,
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
    for (const batch of batches) yield* sending.start(batch, leasedSince)
    return batches.length
  })

  return Effect.gen(function* () {
    const lanes = Math.min(sending.room.left, lanesPerClaim)
    if (lanes === 0) return false
    const last = sending.turns.last(yield* Clock.monotonicTimeNanos)
    // Those that come last are left to another claim, before which there may be others again.
    if (last.length > 0 && (yield* claim(lanes, last)) > 0) return true
    return (yield* claim(lanes, [])) === lanes
    // What was claimed must be sent or given back, not forgotten half-way.
  }).pipe(Effect.uninterruptible)
})
