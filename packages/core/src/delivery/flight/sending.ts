/** Sends the batches of the leased lanes, one request of each lane at a time, and keeps how they ended until it is settled. */
import { Clock, Context, type Duration, Effect, Fiber, Latch, Option } from "effect"
import { monotonicMillisOf } from "../../time/monotonic.ts"
import { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import type { Arrived, Batch, LaneHealth } from "../queue/DeliveryQueue.ts"
import { makeDeliver } from "../request/deliver.ts"
import { FairQueueing } from "./FairQueueing.ts"
import { LeasedLane, leaseLength } from "./LeasedLane.ts"
import { LeasedLanes } from "./LeasedLanes.ts"
import { noteEnd, noteSettled, takeArrived, takeTurns, type Turns } from "./turns.ts"
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
    | "areUnused"
    | "endRests"
    | "arrivedOf"
    | "laneOf"
    | "left"
    | "waitingSize"
    | "putBackUnused"
    | "release"
    | "reserve"
    | "reservedWhile"
    | "room"
    | "size"
    | "takeUnused"
  >
  /** How many requests are under way. */
  readonly underWay: () => number
  /** How long until a request begins although none ends and nothing arrives. */
  readonly beginsIn: () => Option.Option<Duration.Duration>
  /** For as long as it is repeated, requests that take long make room for others. */
  readonly growOld: Effect.Effect<void>
  readonly fairQueueing: Omit<FairQueueing, "sent">
  /** Opened whenever a request ends, or a lane is to be given back. */
  readonly ended: Latch.Latch
  /** Whether something that is due in the storage has no place: lanes that had theirs for long leave it then. */
  isCrowded(): boolean
  noteCrowd(isCrowded: boolean): void
  /** From now on no request begins, until it is resumed. */
  stop(): void
  resume(): void
  /** Breaks off the requests in flight. */
  readonly abort: Effect.Effect<void>
}

/** The context of the last fiber that gave lanes. Requests run in it: a call of a dispatcher may have traces and metrics of its own. */
interface Surroundings {
  readonly context: Context.Context<never>
  readonly clock: Clock.Clock
}

const surroundingsOf = (context: Context.Context<never>): Surroundings => ({
  context,
  clock: Context.get(context, Clock.Clock)
})

/** Begins requests of the lanes whose turn it is. */
const makeBegin = Effect.fnUntraced(function* (turns: Turns) {
  const deliver = yield* makeDeliver
  const { fairQueueing, lanes } = turns
  let surroundings = surroundingsOf(yield* Effect.context<never>())

  /** Each request has a fiber, which starts at once: an event that arrives alone is not to wait for the next turn of the event loop. */
  const send = (lane: LeasedLane, now: number): void => {
    const { clock, context } = surroundings
    const batch = lanes.nextOf(lane, now)
    lanes.underWay.begin(lane)
    fairQueueing.sent(batch.lease.owner, batch.events.length, now)
    const fiber = Effect.runForkWith(context)(deliver(batch))
    lane.fiber = fiber
    fiber.addObserver((exit) => {
      const endedAt = monotonicMillisOf(clock)
      noteEnd(turns, lane, exit, endedAt)
      begin(endedAt)
    })
  }

  const begin = (now: number): void => takeTurns(turns, now, (lane) => send(lane, now))

  return {
    /** Of the lanes that are here. */
    next: Effect.sync(() => begin(monotonicMillisOf(surroundings.clock))),
    /** Of these, and of lanes that come, or come back. */
    after: (give: (now: number) => void): Effect.Effect<void> =>
      Effect.withFiber(({ context }) => {
        if (surroundings.context !== context) surroundings = surroundingsOf(context)
        const now = monotonicMillisOf(surroundings.clock)
        give(now)
        begin(now)
        return Effect.void
      })
  }
})

/** Lanes that wait because no request may begin have their turn when one has grown old. Otherwise they are given back in time. */
const makeGrowOld = ({ full, lanes }: Turns, beginNext: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* full.await
    yield* Effect.sleep(lanes.underWay.looksIn)
    full.closeUnsafe()
    lanes.underWay.tick()
    // Opens it again where lanes still wait.
    yield* beginNext
  })

const makeTurns = (options: DispatcherOptions): Effect.Effect<Turns> =>
  Effect.all({ ended: Latch.make(false), full: Latch.make(false) }).pipe(
    Effect.map((latches) => ({
      lanes: new LeasedLanes(options),
      fairQueueing: new FairQueueing(options.fairRate),
      unsettled: new Unsettled(),
      ...latches,
      isCrowded: false,
      isStopped: false,
      areTaken: false
    }))
  )

export const makeSending = Effect.gen(function* () {
  const options = yield* DispatcherOptions
  const turns = yield* makeTurns(options)
  const { ended, fairQueueing, lanes, unsettled } = turns
  const begin = yield* makeBegin(turns)
  const abort = Effect.suspend(() => Fiber.interruptAll(lanes.underWay.fibers))
  yield* Effect.addFinalizer(() => abort)
  const { eventsPerBatch } = options
  const lease = leaseLength(options.lease)

  const laneOf = (batch: Batch, leasedAt: number, leasedSince: number): LeasedLane =>
    new LeasedLane(batch, { eventsPerBatch, lease, leasedAt, leasedSince })

  return {
    start: (batches, leasedSince) =>
      begin.after((now) => {
        for (const batch of batches) lanes.addClaimed(laneOf(batch, now, leasedSince))
      }),
    arrive: (arrived, held, leasedSince) =>
      begin.after((now) =>
        takeArrived(turns, arrived, { held, leasedSince }, (batch) => laneOf(batch, now, leasedSince))
      ),
    unsettled,
    goOn: (settled, healths) =>
      begin.after((now) => {
        for (const [index, { lane, outcome }] of settled.entries())
          if (outcome.keepsLease) noteSettled(turns, lane, healths[index], now)
      }),
    lanes,
    underWay: () => lanes.underWay.size,
    beginsIn: () => (lanes.first === undefined ? Option.none() : lanes.underWay.growsIn),
    growOld: makeGrowOld(turns, begin.next),
    fairQueueing,
    ended,
    isCrowded: () => turns.isCrowded,
    noteCrowd: (isCrowded) => {
      turns.isCrowded = isCrowded
    },
    stop: () => {
      turns.isStopped = true
      lanes.giveBackWaiting()
    },
    resume: () => {
      turns.isStopped = false
      // What could not be settled as it stopped is settled now.
      if (unsettled.areAny) ended.openUnsafe()
    },
    abort
  } satisfies Sending
})
