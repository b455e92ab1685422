/** The requests in flight: one of each lane at a time, and how they ended. */
import { Clock, Effect, Exit, Fiber, Latch } from "effect"
import { AccountTurns } from "./AccountTurns.ts"
import { makeDeliver } from "./Delivering.ts"
import type { Batch, LaneHealth, Lease, Outcome } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import { type Ended, EndedRequests } from "./EndedRequests.ts"
import { InFlight, type LaneInFlight } from "./InFlight.ts"
import { Capacity } from "./Capacity.ts"
import { Turn } from "./Turn.ts"

export interface Sending {
  /** Sends what was claimed of a lane. `leasedSince`: a time of `Clock.monotonicTimeNanos` before the claim. */
  start(batch: Batch, leasedSince: bigint): Effect.Effect<void>
  readonly endedRequests: Omit<EndedRequests, "add">
  /** Called after requests were settled: sends the next request of the lanes that are still leased. */
  goOn(ended: ReadonlyArray<Ended>, lanes: ReadonlyArray<LaneHealth | undefined>): Effect.Effect<void>
  /** Leases that send nothing more, and that were not settled as released. */
  takeUnused(): ReadonlyArray<Lease>
  readonly inFlight: Pick<InFlight, "size">
  readonly capacity: Capacity
  readonly turns: Pick<AccountTurns, "at">
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
  const inFlight = new InFlight()
  const turns = new AccountTurns(options.fairRate)
  const endedRequests = new EndedRequests()
  const unused: Array<Lease> = []

  const noteOutcome = (lane: LaneInFlight, outcome: Outcome, now: bigint): void => {
    lane.turn.ended(outcome)
    const keepsLease = outcome.delivery.success && lane.turn.goesOn(now)
    if (!keepsLease) inFlight.remove(lane)
    endedRequests.add({ outcome: { ...outcome, keepsLease }, lane })
  }

  const leave = (lane: LaneInFlight): void => {
    inFlight.remove(lane)
    unused.push(lane.turn.lease)
  }

  const noteEnd = (lane: LaneInFlight) => (exit: Exit.Exit<Outcome>) =>
    Effect.map(Clock.monotonicTimeNanos, (now) => {
      if (Exit.isSuccess(exit)) noteOutcome(lane, exit.value, now)
      else if (Exit.hasInterrupts(exit)) leave(lane)
      else inFlight.remove(lane)
      anyEnded.openUnsafe()
    })

  const send = (lane: LaneInFlight, now: bigint) => {
    const batch = lane.turn.next(now)
    turns.sent(batch.lease.owner, batch.events.length, now)
    return Effect.map(Effect.forkDetach(Effect.onExit(deliver(batch), noteEnd(lane)), atOnce), (fiber) => {
      lane.fiber = fiber
    })
  }

  const abort = Effect.suspend(() => Fiber.interruptAll(inFlight.fibers))
  yield* Effect.addFinalizer(() => abort)

  return {
    start: (batch, leasedSince) =>
      Effect.flatMap(Clock.monotonicTimeNanos, (claimedAt) =>
        send(inFlight.add(new Turn(batch, options, { leasedSince, claimedAt })), claimedAt)
      ),
    endedRequests,
    goOn: (settled, lanes) =>
      Effect.flatMap(Clock.monotonicTimeNanos, (now) => {
        const next: Array<LaneInFlight> = []
        for (const [index, { lane, outcome }] of settled.entries()) {
          if (!outcome.keepsLease) continue
          if (lanes[index]?.isLeased !== true) inFlight.remove(lane)
          else if (lane.turn.goesOn(now)) next.push(lane)
          else leave(lane)
        }
        return Effect.forEach(next, (lane) => send(lane, now), { discard: true })
      }),
    takeUnused: () => unused.splice(0),
    inFlight,
    capacity: new Capacity(inFlight, options),
    turns,
    ended: anyEnded,
    stop: () => inFlight.endTurns(),
    abort
  } satisfies Sending
})
