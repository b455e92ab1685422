/** Real receivers, and the time that they and a service live in. */
import { Clock, Context, Duration, Effect, Layer, Option, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Activity, type Seen } from "./Activity.ts"
import { makeRawReceiver, type RawReceiver, type Script } from "./receivers/RawReceiver.ts"
import { makeReceiver, type Receiver, type ReceiverOptions } from "./receivers/Receiver.ts"

/** Receivers of a scenario, and the time they and the service live in. */
export class World extends Context.Service<
  World,
  {
    receiver(options?: ReceiverOptions): Effect.Effect<Receiver>
    rawReceiver(script: Script, options?: ReceiverOptions): Effect.Effect<RawReceiver>
    /** Waits, in real time, until nothing more can happen at this simulated time. */
    readonly settled: Effect.Effect<void>
    /** Lets simulated time pass; everything on the way happens at its own time. */
    advance(duration: Duration.Input): Effect.Effect<void>
  }
>()("@sellerkit/testing/scenarios/World") {}

// A request is given up one millisecond after the ten seconds it has.
const deadline = 10_001

const live = TestClock.withLive

// For what hangs, in milliseconds: a busy machine takes its time.
const patience = 60_000

const makeWorld = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const activity = yield* Activity
  const receivers: Array<Pick<Receiver, "held">> = []
  const heldRequests = () => receivers.flatMap(({ held }) => [...held])

  /** Everything in flight is waiting for the clock, and nothing else is due. */
  const isQuiet = ({ dueIn, inFlight, isIdle }: Seen): boolean =>
    isIdle && inFlight === heldRequests().length && !Option.exists(dueIn, Duration.isLessThanOrEqualTo(Duration.zero))

  const describe = ({ dueIn, inFlight, isIdle }: Seen): string => {
    const due = Option.isSome(dueIn) ? `something is due in ${Duration.format(dueIn.value)}` : "nothing is due"
    return `${inFlight} requests are in flight, of which receivers hold ${heldRequests().length}; ${due}; it ${isIdle ? "waits" : "works"}`
  }

  /** Gives what was seen in the end. */
  const settle = Effect.gen(function* () {
    const until = (yield* live(Clock.currentTimeMillis)) + patience
    for (let quiet = 0; ;) {
      yield* live(Effect.sleep(1))
      const seen = yield* activity.look
      quiet = isQuiet(seen) ? quiet + 1 : 0
      if (quiet === 3) return seen
      if ((yield* live(Clock.currentTimeMillis)) > until)
        return yield* Effect.die(new Error(`The service does not settle: ${describe(seen)}`))
    }
  })

  /** How long until the next thing happens by the clock; at most `longest`. */
  const untilNext = ({ dueIn }: Seen, now: number, longest: number): number => {
    const answers = heldRequests().map(({ answerAt, at }) => Math.min(at + deadline, answerAt ?? at + deadline) - now)
    const due = Option.isSome(dueIn) ? [Duration.toMillis(dueIn.value)] : []
    return Math.max(1, Math.min(longest, ...due, ...answers))
  }

  const known = <R extends Pick<Receiver, "held">>(made: Effect.Effect<R, never, Scope.Scope>) =>
    made.pipe(
      Scope.provide(scope),
      Effect.tap((receiver) => Effect.sync(() => receivers.push(receiver)))
    )

  return World.of({
    receiver: (options) => known(makeReceiver(options)),
    rawReceiver: (script, options) => known(makeRawReceiver(script, options)),
    settled: Effect.asVoid(settle),
    advance: Effect.fnUntraced(function* (duration) {
      const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(Duration.fromInputUnsafe(duration))
      for (;;) {
        const seen = yield* settle
        const now = yield* Clock.currentTimeMillis
        if (now >= end) return
        const step = untilNext(seen, now, end - now)
        yield* activity.awaitTime(now + step)
        yield* TestClock.adjust(step)
      }
    })
  })
})

export const worldLayer: Layer.Layer<World, never, Activity> = Layer.effect(World, makeWorld)
