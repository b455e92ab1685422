/** Sends the batches of the lanes in flight, one request of each lane at a time, and keeps how they ended until it is settled. */
import { Clock, Effect, Exit, Fiber, Latch } from "effect"
import { monotonicMillisOf } from "../../time/monotonic.ts"
import { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import type { Batch, LaneHealth, Outcome } from "../queue/DeliveryQueue.ts"
import { makeDeliver } from "../request/deliver.ts"
import { FairQueueing } from "./FairQueueing.ts"
import { InFlight } from "./InFlight.ts"
import { LaneInFlight, useOf } from "./LaneInFlight.ts"
import { type Ended, Unsettled } from "./Unsettled.ts"

export interface Sending {
  /** Sends what was claimed of lanes. `leasedSince`: `monotonicMillis` before the claim. */
  start(batches: ReadonlyArray<Batch>, leasedSince: number): Effect.Effect<void>
  readonly unsettled: Omit<Unsettled, "add">
  /** Called after requests were settled: sends the next request of the lanes that are still leased. */
  goOn(ended: ReadonlyArray<Ended>, lanes: ReadonlyArray<LaneHealth | undefined>): Effect.Effect<void>
  readonly inFlight: Omit<InFlight, "add" | "goOn" | "leave" | "remove">
  readonly fairQueueing: Omit<FairQueueing, "sent">
  /** Opened whenever a request ends. */
  readonly ended: Latch.Latch
  /** From now on no lane goes on after its request. */
  stop(): void
  /** Breaks off the requests in flight. */
  readonly abort: Effect.Effect<void>
}

export const makeSending = Effect.gen(function* () {
  const deliver = yield* makeDeliver
  const options = yield* DispatcherOptions
  const anyEnded = yield* Latch.make(false)
  const inFlight = new InFlight(options)
  const fairQueueing = new FairQueueing(options.fairRate)
  const unsettled = new Unsettled()
  const { eventsPerBatch } = options
  const leaseUse = useOf(options.lease)

  const noteOutcome = (lane: LaneInFlight, outcome: Outcome, now: number): void => {
    lane.ended(outcome)
    const keepsLease = outcome.delivery.success && lane.goesOn(now)
    if (!keepsLease) inFlight.remove(lane)
    unsettled.add({ outcome: keepsLease ? { ...outcome, keepsLease } : outcome, lane })
  }

  const noteEnd = (lane: LaneInFlight, exit: Exit.Exit<Outcome>, now: number): void => {
    if (Exit.isSuccess(exit)) noteOutcome(lane, exit.value, now)
    else if (Exit.hasInterrupts(exit)) inFlight.leave(lane)
    else inFlight.remove(lane)
    anyEnded.openUnsafe()
  }

  /** Each request has a fiber, which starts at once: an event that arrives alone is not to wait for the next turn of the event loop. */
  const send = (lane: LaneInFlight, parent: Fiber.Fiber<unknown, unknown>, clock: Clock.Clock, now: number): void => {
    const batch = lane.next(now)
    fairQueueing.sent(batch.lease.owner, batch.events.length, now)
    const fiber = Effect.runForkWith(parent.context)(deliver(batch))
    lane.fiber = fiber
    fiber.addObserver((exit) => noteEnd(lane, exit, monotonicMillisOf(clock)))
  }

  /** Sends the next request of each lane. */
  const sendNext = (lanesAt: (now: number) => Iterable<LaneInFlight>): Effect.Effect<void> =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const now = monotonicMillisOf(clock)
      for (const lane of lanesAt(now)) send(lane, fiber, clock, now)
      return Effect.void
    })

  const abort = Effect.suspend(() => Fiber.interruptAll(inFlight.fibers))
  yield* Effect.addFinalizer(() => abort)

  return {
    start: (batches, leasedSince) =>
      sendNext((claimedAt) =>
        batches.map((batch) =>
          inFlight.add(new LaneInFlight(batch, { eventsPerBatch, claimedAt, lastStart: leasedSince + leaseUse }))
        )
      ),
    unsettled,
    goOn: (settled, lanes) => sendNext((now) => inFlight.goOn(settled, lanes, now)),
    inFlight,
    fairQueueing,
    ended: anyEnded,
    stop: () => inFlight.stop(),
    abort
  } satisfies Sending
})
