/** Delivers what is due when it is called, for platforms that call when it is time. */
import { Context, type Duration, Effect, Layer, type Option, type Scope } from "effect"
import type { StorageError } from "../../storage/StorageError.ts"
import { makeLeaseOnArrival } from "./leaseOnArrival.ts"
import { type DispatcherHealth, makeLoops } from "./loops.ts"

type Needed = Exclude<Effect.Services<typeof makeLoops>, Scope.Scope>

/** Goes on with each call where the one before has stopped. */
export class DispatcherOnCall extends Context.Service<
  DispatcherOnCall,
  {
    /** One call at a time. */
    readonly drainUntil: (enough: Effect.Effect<void>) => Effect.Effect<void, StorageError>
    /** While a call lasts. */
    readonly health: Effect.Effect<DispatcherHealth>
    /** While a call lasts: how long until it does something by itself, if nothing happens before. */
    readonly nextDue: Effect.Effect<Option.Option<Duration.Duration>, StorageError>
  }
>()("@sellerkit/core/delivery/DispatcherOnCall") {
  static readonly layer: Layer.Layer<DispatcherOnCall, never, Needed> = Layer.effect(
    DispatcherOnCall,
    Effect.map(makeLoops, ({ drain, health, nextDue, stop }) =>
      DispatcherOnCall.of({ drainUntil: drain(stop), health, nextDue })
    )
  )

  /**
   * For a platform on which a call can begin at any time: takes events as they arrive, also between calls, and begins to send them.
   * `beginCall` is called then, unless a call lasts, which goes on with them: one has to follow at once.
   */
  static readonly layerOnArrival = (beginCall: () => void): Layer.Layer<DispatcherOnCall, never, Needed> =>
    Layer.effect(
      DispatcherOnCall,
      Effect.gen(function* () {
        const { claimable, drain, health, nextDue, sending, stop } = yield* makeLoops
        let isCalled = false
        const leaseOnArrival = yield* makeLeaseOnArrival(sending, {
          claimable,
          beginCall: () => {
            if (!isCalled) beginCall()
          }
        })
        const end = Effect.sync(leaseOnArrival.stop).pipe(Effect.andThen(stop), Effect.andThen(leaseOnArrival.end))
        const resume = Effect.sync(() => {
          isCalled = false
          sending.resume()
          leaseOnArrival.resume()
        })
        const drainUntil = drain(Effect.andThen(end, resume))
        yield* Effect.acquireRelease(leaseOnArrival.begin, () => end)
        return DispatcherOnCall.of({
          drainUntil: (enough) =>
            Effect.suspend(() => {
              isCalled = true
              return drainUntil(enough)
            }),
          health,
          nextDue
        })
      })
    )
}
