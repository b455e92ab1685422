/**
 * Time that passes when it is told to. Everything on the way happens at its own time and is finished before the time goes
 * on: retries, status changes, rate budgets, expiries, and what real receivers do about it.
 */
import { Dispatcher } from "@sellerkit/core/delivery"
import { Context, Data, Duration, Effect, Layer, Option, Semaphore } from "effect"
import { Instruments } from "./Instruments.ts"
import { letGoOn, realMillis } from "./RealTime.ts"

// Of real time, in milliseconds: when something goes on for longer, waiting for it would never end.
const longestWork = 20_000

// Looking again is cheap, and most of what is waited for takes less than a millisecond; what takes longer is not to cost
// a whole processor.
const eagerFor = 20

/** Something never comes to rest, so that the time cannot move on. */
export class NeverStill extends Data.TaggedError("NeverStill")<{ readonly activity: string }> {
  override get message() {
    return `Simulated time cannot go on: for ${longestWork / 1000} seconds of real time ${this.activity}`
  }
}

const makeTime = Effect.gen(function* () {
  const { activity, clock, follow } = yield* Instruments
  const dispatcher = yield* Dispatcher
  const context = yield* Effect.context<never>()
  const oneAtATime = yield* Semaphore.make(1)

  /** Whether the dispatcher may do something now. The storage is in memory: it answers at once. */
  const isDue = (): boolean => {
    const due = Effect.runSyncWith(context)(dispatcher.nextDue)
    return Option.isSome(due) && Duration.isZero(due.value)
  }

  const isStill = (): boolean => {
    const health = Effect.runSyncWith(context)(dispatcher.health)
    return health.isIdle && activity.isStill(health.inFlight) && !isDue()
  }

  const settle = async (signal: AbortSignal): Promise<void> => {
    const since = realMillis()
    for (let still = 0; still < 2 && !signal.aborted;) {
      const taken = realMillis() - since
      if (taken > longestWork) throw new NeverStill({ activity: activity.description })
      await letGoOn(taken < eagerFor)
      still = isStill() ? still + 1 : 0
    }
  }

  /** Waits until the condition holds, or the end has come. */
  const passUntil = async (holds: () => boolean, end: number, signal: AbortSignal): Promise<boolean> => {
    for (;;) {
      await settle(signal)
      if (holds()) return true
      const now = clock.currentTimeMillisUnsafe()
      if (now >= end || signal.aborted) return false
      const next = Math.min(clock.nextWake ?? end, end)
      if (next > now) follow(new Date(next))
      clock.moveTo(next)
    }
  }

  const advanceUntil = (holds: () => boolean, atMost: Duration.Duration): Effect.Effect<boolean> =>
    Effect.suspend(() => {
      const end = clock.currentTimeMillisUnsafe() + Math.ceil(Duration.toMillis(atMost))
      return Effect.promise((signal) => passUntil(holds, end, signal))
    }).pipe(oneAtATime.withPermits(1))

  const advance = (duration: Duration.Duration) => Effect.asVoid(advanceUntil(() => false, duration))
  clock.advanceWith(advance)

  return SimulatedTime.of({
    now: Effect.sync(() => clock.currentTimeMillisUnsafe()),
    settled: Effect.promise(settle),
    advance: (duration) => Effect.suspend(() => advance(Duration.fromInputUnsafe(duration))),
    advanceUntil: (holds, atMost) => Effect.suspend(() => advanceUntil(holds, Duration.fromInputUnsafe(atMost)))
  })
})

export class SimulatedTime extends Context.Service<
  SimulatedTime,
  {
    /** Milliseconds since 1970. */
    readonly now: Effect.Effect<number>
    /** Completes when nothing more can happen before the time moves. */
    readonly settled: Effect.Effect<void>
    /** Completes when the time has passed and what happened meanwhile is finished. */
    advance(duration: Duration.Input): Effect.Effect<void>
    /** Lets time pass until the condition holds, at most `atMost`. Gives whether it holds. */
    advanceUntil(holds: () => boolean, atMost: Duration.Input): Effect.Effect<boolean>
  }
>()("@sellerkit/sandbox/time/SimulatedTime") {
  /** For a service whose storage is in memory, and all of which stands on `Instruments.layer`. */
  static readonly layer: Layer.Layer<SimulatedTime, never, Dispatcher | Instruments> = Layer.effect(
    SimulatedTime,
    makeTime
  )

  /** Lets time run by itself as everything below closes, so that nothing that has to end waits for it to move. */
  static readonly releaseLayer: Layer.Layer<never, never, Instruments> = Layer.effectDiscard(
    Effect.flatMap(Instruments, ({ clock }) => Effect.addFinalizer(() => Effect.sync(() => clock.release())))
  )
}
