/** Settles: writes how requests ended, and does what follows from that. */
import { type Cause, Effect, Metric } from "effect"
import { Metrics } from "../../observability/Metrics.ts"
import { endSpan, startSpan } from "../../observability/Tracing.ts"
import { isStorageAway } from "../../storage/storageFailure.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import { monotonicMillis } from "../../time/monotonic.ts"
import type { Sending } from "../flight/sending.ts"
import type { Ended } from "../flight/Unsettled.ts"
import { makeAutoDisable } from "../policy/failingWebhooks.ts"
import { DispatcherOptions, eventsPerWrite } from "../policy/DispatcherOptions.ts"
import { DeliveryQueue, type LaneHealth } from "../queue/DeliveryQueue.ts"
import { recordDropped } from "../queue/EventFate.ts"

// our choice: each of them may have events that wait again.
const lanesPerRelease = 16

/** What one write settles. */
const takeEnded = ({ fairQueueing, unsettled }: Sending, { eventsPerStep }: DispatcherOptions) =>
  Effect.map(monotonicMillis, (now) => {
    const { giveWay, last } = fairQueueing.at(now)
    return giveWay
      ? unsettled.takeByTurns(eventsPerWrite, { accounts: last, mostEvents: eventsPerStep })
      : unsettled.take(eventsPerWrite)
  })

type Lanes = ReadonlyArray<LaneHealth | undefined>

const countVerdicts = (settled: ReadonlyArray<Ended>, tag: "Delivered" | "Dropped"): number =>
  settled.reduce((sum, { outcome }) => sum + outcome.events.filter(({ verdict }) => verdict._tag === tag).length, 0)

/** Counts what became of events. Outcomes that came too late changed nothing. */
const count = (ended: ReadonlyArray<Ended>, lanes: Lanes) => {
  const settled = ended.filter((_, index) => lanes[index] !== undefined)
  return Effect.andThen(
    Metric.update(Metrics.eventsDelivered(), countVerdicts(settled, "Delivered")),
    recordDropped([{ reason: "attemptsSpent", events: countVerdicts(settled, "Dropped") }])
  )
}

/**
 * Gives lanes back that have left, in one write, other than those of which a request has ended meanwhile: that is settled first. Gives
 * whether there were any.
 */
const releaseSome = Effect.fnUntraced(function* ({ lanes, unsettled }: Sending) {
  const queue = yield* DeliveryQueue
  const unused = lanes.takeUnused(lanesPerRelease, eventsPerWrite, unsettled.leases)
  if (unused.length === 0) return false
  const leases = unused.map(({ lease }) => lease)
  yield* Effect.onError(queue.release(leases), () => Effect.sync(() => lanes.putBackUnused(unused)))
  return true
})

/** Gives all of them back. */
export const releaseUnused = Effect.fnUntraced(function* (sending: Sending) {
  sending.lanes.endRests()
  while (yield* releaseSome(sending));
})

/**
 * Settles everything that has ended, and lets lanes that are still leased go on. What could not be written is kept for the next
 * time; of several that cannot be written together, one that cannot be written alone either is given up.
 */
export const makeSettle = Effect.fnUntraced(function* (sending: Sending) {
  const queue = yield* DeliveryQueue
  const autoDisable = yield* makeAutoDisable
  const options = yield* DispatcherOptions

  const write = Effect.fnUntraced(function* (ended: ReadonlyArray<Ended>) {
    const span = yield* startSpan("DeliveryQueue.settle", () => ({
      attributes: { "sellerkit.deliveries": ended.length }
    }))
    const lanes = yield* queue.settle(ended.map(({ outcome }) => outcome))
    if (span !== undefined) yield* endSpan(span)
    return lanes
  })

  const written = (ended: ReadonlyArray<Ended>) =>
    Effect.fnUntraced(function* (lanes: Lanes) {
      yield* sending.goOn(ended, lanes)
      yield* count(ended, lanes)
      for (const [index, lane] of lanes.entries()) {
        const following = lane && autoDisable(ended[index]!.outcome, lane)
        if (following !== undefined) yield* following
      }
    })

  const keep = (ended: ReadonlyArray<Ended>) => Effect.sync(() => sending.unsettled.putBack(ended))

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
    // One write of each by turns: neither waits for the end of the other.
    for (let isAnyLeft = true; isAnyLeft;) {
      const ended = yield* takeEnded(sending, options)
      if (ended.length > 0) yield* settle(ended)
      // What arrives may join lanes that rest, for as long as there is something to settle.
      sending.lanes.endRests(ended.length > 0 ? yield* monotonicMillis : undefined)
      const areReleased =
        sending.lanes.areUnused && (yield* Effect.provideService(releaseSome(sending), DeliveryQueue, queue))
      isAnyLeft = ended.length > 0 || areReleased
    }
    // An outcome is written once: a write must not be given up half-way and then repeated.
  }).pipe(Effect.uninterruptible)
})
