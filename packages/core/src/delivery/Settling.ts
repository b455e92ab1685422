/** Writes how requests ended. */
import { type Cause, Clock, Effect } from "effect"
import { endSpan, startSpan } from "../observability/Tracing.ts"
import { isStorageAway } from "../storage/storageFailure.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { makeConsequences } from "./Consequences.ts"
import { DeliveryQueue, type LaneHealth } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import type { Ended } from "./EndedRequests.ts"
import type { Sending } from "./Sending.ts"

/** What one write settles. */
const takeEnded = ({ endedRequests, turns }: Sending, { eventsPerStep, eventsPerWrite }: DispatcherOptions) =>
  Effect.map(Clock.monotonicTimeNanos, (now) => {
    const { giveWay, last } = turns.at(now)
    return giveWay
      ? endedRequests.takeByTurns(eventsPerWrite, { accounts: last, mostEvents: eventsPerStep })
      : endedRequests.take(eventsPerWrite)
  })

/**
 * Settles everything that has ended, and lets lanes that are still leased go on. What could not be written is kept for the next
 * time; of several that cannot be written together, one that cannot be written alone either is given up.
 */
export const makeSettle = Effect.fnUntraced(function* (sending: Sending) {
  const queue = yield* DeliveryQueue
  const follow = yield* makeConsequences
  const options = yield* DispatcherOptions

  const write = Effect.fnUntraced(function* (ended: ReadonlyArray<Ended>) {
    const span = yield* startSpan("DeliveryQueue.settle", () => ({
      attributes: { "sellerkit.deliveries": ended.length }
    }))
    const lanes = yield* queue.settle(ended.map(({ outcome }) => outcome))
    if (span !== undefined) yield* endSpan(span)
    return lanes
  })

  const written = (ended: ReadonlyArray<Ended>) => (lanes: ReadonlyArray<LaneHealth | undefined>) =>
    Effect.andThen(
      sending.goOn(ended, lanes),
      follow(
        ended.map(({ outcome }) => outcome),
        lanes
      )
    )

  const keep = (ended: ReadonlyArray<Ended>) => Effect.sync(() => sending.endedRequests.putBack(ended))

  /** The lane is due again when its lease has run out, and the events are sent once more. */
  const giveUp = (one: Ended, cause: Cause.Cause<StorageError>) => {
    const { delivery, lease } = one.outcome
    const ids = { deliveryId: delivery.id, webhookId: lease.webhookId, sellerId: lease.owner.sellerId }
    return Effect.andThen(
      Effect.annotateLogs(Effect.logError("What became of a request cannot be written, and is given up", cause), ids),
      sending.goOn([one], [undefined])
    )
  }

  const settleAlone = (one: Ended) =>
    Effect.matchCauseEffect(write([one]), {
      onFailure: (cause) =>
        isStorageAway(cause) ? Effect.andThen(keep([one]), Effect.failCause(cause)) : giveUp(one, cause),
      onSuccess: written([one])
    })

  const settleEach = Effect.fnUntraced(function* (ended: ReadonlyArray<Ended>) {
    for (const [index, one] of ended.entries()) {
      yield* Effect.onError(settleAlone(one), () => keep(ended.slice(index + 1)))
    }
  })

  const settle = (ended: ReadonlyArray<Ended>) =>
    Effect.matchCauseEffect(write(ended), {
      // A single one keeps no others from being written.
      onFailure: (cause) =>
        ended.length === 1 || isStorageAway(cause)
          ? Effect.andThen(keep(ended), Effect.failCause(cause))
          : settleEach(ended),
      onSuccess: written(ended)
    })

  return Effect.gen(function* () {
    for (;;) {
      const ended = yield* takeEnded(sending, options)
      if (ended.length === 0) break
      yield* settle(ended)
    }
    const unused = sending.takeUnused()
    if (unused.length > 0) yield* queue.release(unused)
    // An outcome is written once: a write must not be given up half-way and then repeated.
  }).pipe(Effect.uninterruptible)
})
