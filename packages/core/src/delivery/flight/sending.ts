/** Sends the batches of the lanes in flight, one request of each lane at a time, and keeps how they ended until it is settled. */
import { Clock, Effect, Exit, Fiber, Latch } from "effect"
import { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import type { Batch, LaneHealth, Lease, Outcome } from "../queue/DeliveryQueue.ts"
import { makeDeliver } from "../request/deliver.ts"
import { FairQueueing } from "./FairQueueing.ts"
import { InFlight } from "./InFlight.ts"
import { LaneInFlight } from "./LaneInFlight.ts"
import { type Ended, Unsettled } from "./Unsettled.ts"

export interface Sending {
  /** Sends what was claimed of a lane. `leasedSince`: a time of `Clock.monotonicTimeNanos` before the claim. */
  start(batch: Batch, leasedSince: bigint): Effect.Effect<void>
  readonly unsettled: Omit<Unsettled, "add">
  /** Called after requests were settled: sends the next request of the lanes that are still leased. */
  goOn(ended: ReadonlyArray<Ended>, lanes: ReadonlyArray<LaneHealth | undefined>): Effect.Effect<void>
  /** Leases that send nothing more, and that were not settled as released. */
  takeUnused(): ReadonlyArray<Lease>
  readonly inFlight: Omit<InFlight, "add" | "remove">
  readonly fairQueueing: Omit<FairQueueing, "sent">
  /** Opened whenever a request ends. */
  readonly ended: Latch.Latch
  /** From now on no lane goes on after its request. */
  stop(): void
  /** Breaks off the requests in flight. */
  readonly abort: Effect.Effect<void>
}

// An event that arrives alone is not to wait for the next turn of the event loop.
const atOnce = { startImmediately: true } as const

export const makeSending = Effect.gen(function* () {
  const deliver = yield* makeDeliver
  const options = yield* DispatcherOptions
  const anyEnded = yield* Latch.make(false)
  const inFlight = new InFlight(options)
  const fairQueueing = new FairQueueing(options.fairRate)
  const unsettled = new Unsettled()
  const unused: Array<Lease> = []

  const noteOutcome = (lane: LaneInFlight, outcome: Outcome, now: bigint): void => {
    lane.ended(outcome)
    const keepsLease = outcome.delivery.success && lane.goesOn(now)
    if (!keepsLease) inFlight.remove(lane)
    unsettled.add({ outcome: { ...outcome, keepsLease }, lane })
  }

  const leave = (lane: LaneInFlight): void => {
    inFlight.remove(lane)
    unused.push(lane.lease)
  }

  const noteEnd = (lane: LaneInFlight) => (exit: Exit.Exit<Outcome>) =>
    Effect.map(Clock.monotonicTimeNanos, (now) => {
      if (Exit.isSuccess(exit)) noteOutcome(lane, exit.value, now)
      else if (Exit.hasInterrupts(exit)) leave(lane)
      else inFlight.remove(lane)
      anyEnded.openUnsafe()
    })

  const send = (lane: LaneInFlight, now: bigint) => {
    const batch = lane.next(now)
    fairQueueing.sent(batch.lease.owner, batch.events.length, now)
    return Effect.map(Effect.forkDetach(Effect.onExit(deliver(batch), noteEnd(lane)), atOnce), (fiber) => {
      lane.fiber = fiber
    })
  }

  const abort = Effect.suspend(() => Fiber.interruptAll(inFlight.fibers))
  yield* Effect.addFinalizer(() => abort)

  return {
    start: (batch, leasedSince) =>
      Effect.flatMap(Clock.monotonicTimeNanos, (claimedAt) =>
        send(inFlight.add(new LaneInFlight(batch, options, { leasedSince, claimedAt })), claimedAt)
      ),
    unsettled,
    goOn: (settled, lanes) =>
      Effect.flatMap(Clock.monotonicTimeNanos, (now) => {
        const next: Array<LaneInFlight> = []
        for (const [index, { lane, outcome }] of settled.entries()) {
          if (!outcome.keepsLease) continue
          if (lanes[index]?.isLeased !== true) inFlight.remove(lane)
          else if (lane.goesOn(now)) next.push(lane)
          else leave(lane)
        }
        return Effect.forEach(next, (lane) => send(lane, now), { discard: true })
      }),
    takeUnused: () => unused.splice(0),
    inFlight,
    fairQueueing,
    ended: anyEnded,
    stop: () => inFlight.stop(),
    abort
  } satisfies Sending
})
