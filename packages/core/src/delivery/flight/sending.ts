/** Sends the batches of the leased lanes, one request of each lane at a time, and keeps how they ended until it is settled. */
import { Clock, Effect, Exit, Fiber, Latch } from "effect"
import { accountKey } from "../../access/accountKey.ts"
import { monotonicMillisOf } from "../../time/monotonic.ts"
import { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import type { Arrived, Batch, LaneHealth, Lease, Outcome } from "../queue/DeliveryQueue.ts"
import { makeDeliver } from "../request/deliver.ts"
import { FairQueueing } from "./FairQueueing.ts"
import { LeasedLane, useOf } from "./LeasedLane.ts"
import { LeasedLanes } from "./LeasedLanes.ts"
import { type Ended, Unsettled } from "./Unsettled.ts"

export interface Sending {
  /** Sends what was claimed of lanes. `leasedSince`: `monotonicMillis` before the claim. */
  start(batches: ReadonlyArray<Batch>, leasedSince: number): Effect.Effect<void>
  /** Sends what arrived for lanes. `held`: those that events could join. `leasedSince`: `monotonicMillis` before the write. */
  arrive(arrived: Arrived, held: ReadonlyArray<LeasedLane>, leasedSince: number): Effect.Effect<void>
  readonly unsettled: Omit<Unsettled, "add">
  /** Called after requests were settled: the lanes that are still leased have another turn. */
  goOn(ended: ReadonlyArray<Ended>, lanes: ReadonlyArray<LaneHealth | undefined>): Effect.Effect<void>
  readonly lanes: Pick<
    LeasedLanes,
    | "accounts"
    | "arrivedOf"
    | "fibers"
    | "inFlight"
    | "left"
    | "payloads"
    | "release"
    | "reserve"
    | "reservedWhile"
    | "room"
    | "size"
    | "takeUnused"
  >
  /** Sends the next request of each lane whose turn it is, as far as there are places. */
  readonly takeTurns: Effect.Effect<void>
  readonly fairQueueing: Omit<FairQueueing, "sent">
  /** Opened whenever a request ends, or a lane is to be given back. */
  readonly ended: Latch.Latch
  /** Whether something that is due in the storage has no place: lanes that had theirs for long leave it then. */
  isCrowded(): boolean
  noteCrowd(isCrowded: boolean): void
  /** From now on no lane goes on after its request. */
  stop(): void
  /** Breaks off the requests in flight. */
  readonly abort: Effect.Effect<void>
}

type AnyFiber = Fiber.Fiber<unknown, unknown>

/** What a fiber does with a clock at a moment of it. */
const withClock = (run: (fiber: AnyFiber, clock: Clock.Clock, now: number) => void) =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    run(fiber, clock, monotonicMillisOf(clock))
    return Effect.void
  })

/** What the parts of sending share. */
interface State {
  readonly lanes: LeasedLanes
  readonly fairQueueing: FairQueueing
  readonly unsettled: Unsettled
  readonly ended: Latch.Latch
  crowded: boolean
  isStopped: boolean
}

/** Keeps how the request of a lane ended. */
const noteEnd = (state: State, lane: LeasedLane, exit: Exit.Exit<Outcome>, now: number): void => {
  const { lanes, unsettled } = state
  lanes.noteEnd(now)
  if (Exit.isSuccess(exit)) {
    const outcome = exit.value
    lane.ended(outcome, now)
    const goesOn = lane.goesOn(now) && !(state.crowded && lane.isLong(now))
    // Events that arrive at this moment count on its lease.
    const keepsLease = outcome.delivery.success && (goesOn || (lane.arriving > 0 && !state.isStopped))
    if (!keepsLease) lanes.remove(lane)
    unsettled.add({ outcome: keepsLease ? { ...outcome, keepsLease } : outcome, lane })
  } else if (Exit.hasInterrupts(exit)) lanes.leave(lane)
  else lanes.remove(lane)
  state.ended.openUnsafe()
}

/**
 * Sends the next request of each lane whose turn it is. Lanes that waited for too long are given back, and those of accounts that give
 * way: they are claimed when it is their turn.
 */
const beginNext = ({ ended, fairQueueing, lanes }: State, now: number, send: (lane: LeasedLane) => void): void => {
  const { giveWay, last } = fairQueueing.at(now)
  const behind = giveWay ? new Set(last.map(accountKey)) : undefined
  while (lanes.left > 0) {
    const lane = lanes.takeNext()
    if (lane === undefined) break
    if (lane.begins(now) && behind?.has(accountKey(lane.lease.owner)) !== true) send(lane)
    else {
      lanes.leave(lane)
      ended.openUnsafe()
    }
  }
}

/** The end of a lane's request was settled: it has another turn, or rests while something may join it. */
const settledLane = ({ ended, lanes }: State, lane: LeasedLane, health: LaneHealth | undefined, now: number): void => {
  if (health?.isLeased !== true) return lanes.remove(lane)
  lane.settled(now)
  lanes.rest(lane)
  if (lane.goesOn(now)) lanes.waitForTurn(lane)
  else if (lane.arriving === 0 || lane.waiting > 0) {
    lanes.giveBack(lane)
    ended.openUnsafe()
  }
}

/** Takes what arrived: lanes that were leased for it, and events for those that could be joined. */
const takeArrived = (
  { ended, isStopped, lanes }: State,
  { joining, leased }: Arrived,
  held: ReadonlyArray<LeasedLane>,
  now: number,
  laneOf: (batch: Batch) => LeasedLane
): void => {
  const refuse = (lease: Lease): void => {
    lanes.refuse(lease)
    ended.openUnsafe()
  }
  for (const batch of leased) {
    if (isStopped) refuse(batch.lease)
    else lanes.addArrived(laneOf(batch))
  }
  for (const { events, lease } of joining) {
    const lane = lanes.laneOf(lease)
    if (lane === undefined) refuse(lease)
    // It is given back after its request, with these events.
    else if (isStopped) lane.stop()
    else lanes.join(lane, events, now)
  }
  for (const lane of held) {
    lane.arriving--
    if (lane.isResting && lane.arriving === 0) {
      lanes.giveBack(lane)
      ended.openUnsafe()
    }
  }
}

export const makeSending = Effect.gen(function* () {
  const deliver = yield* makeDeliver
  const options = yield* DispatcherOptions
  const lanes = new LeasedLanes(options)
  const fairQueueing = new FairQueueing(options.fairRate)
  const unsettled = new Unsettled()
  const ended = yield* Latch.make(false)
  const state: State = { lanes, fairQueueing, unsettled, ended, crowded: false, isStopped: false }
  const { eventsPerBatch } = options
  const leaseUse = useOf(options.lease)

  const laneOf = (batch: Batch, leasedAt: number, leasedSince: number): LeasedLane =>
    new LeasedLane(batch, { eventsPerBatch, leasedAt, lastStart: leasedSince + leaseUse })

  /** Each request has a fiber, which starts at once: an event that arrives alone is not to wait for the next turn of the event loop. */
  const send = (lane: LeasedLane, parent: AnyFiber, clock: Clock.Clock, now: number): void => {
    const batch = lanes.nextOf(lane, now)
    fairQueueing.sent(batch.lease.owner, batch.events.length, now)
    const fiber = Effect.runForkWith(parent.context)(deliver(batch))
    lane.fiber = fiber
    fiber.addObserver((exit) => noteEnd(state, lane, exit, monotonicMillisOf(clock)))
  }

  const takeTurns = (fiber: AnyFiber, clock: Clock.Clock, now: number): void =>
    beginNext(state, now, (lane) => send(lane, fiber, clock, now))

  const abort = Effect.suspend(() => Fiber.interruptAll(lanes.fibers))
  yield* Effect.addFinalizer(() => abort)

  return {
    start: (batches, leasedSince) =>
      withClock((fiber, clock, now) => {
        for (const batch of batches) send(lanes.add(laneOf(batch, now, leasedSince)), fiber, clock, now)
      }),
    arrive: (arrived, held, leasedSince) =>
      withClock((fiber, clock, now) => {
        takeArrived(state, arrived, held, now, (batch) => laneOf(batch, now, leasedSince))
        takeTurns(fiber, clock, now)
      }),
    unsettled,
    goOn: (settled, healths) =>
      withClock((fiber, clock, now) => {
        for (const [index, { lane, outcome }] of settled.entries())
          if (outcome.keepsLease) settledLane(state, lane, healths[index], now)
        takeTurns(fiber, clock, now)
      }),
    lanes,
    takeTurns: withClock(takeTurns),
    fairQueueing,
    ended,
    isCrowded: () => state.crowded,
    noteCrowd: (isCrowded) => {
      state.crowded = isCrowded
    },
    stop: () => {
      state.isStopped = true
      lanes.stop()
    },
    abort
  } satisfies Sending
})
