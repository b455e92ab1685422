/** Delivers what waits, as long as the process runs. */
import { Context, type Duration, Effect, Fiber, Layer, type Option, type Scope } from "effect"
import { heartbeat } from "../../dispatchers/heartbeat.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import { makeLeaseOnArrival } from "./leaseOnArrival.ts"
import { type DispatcherHealth, makeLoops } from "./loops.ts"

export class Dispatcher extends Context.Service<
  Dispatcher,
  {
    readonly health: Effect.Effect<DispatcherHealth>
    /** How long until it does something by itself, if nothing happens before. */
    readonly nextDue: Effect.Effect<Option.Option<Duration.Duration>, StorageError>
  }
>()("@sellerkit/core/delivery/Dispatcher") {
  /** Runs until the layer's scope closes, and then stops in order. */
  static readonly layer: Layer.Layer<
    Dispatcher,
    never,
    Exclude<Effect.Services<typeof heartbeat | typeof makeLoops>, Scope.Scope>
  > = Layer.effect(
    Dispatcher,
    Effect.gen(function* () {
      // It ends last: until then the dispatcher delivers.
      yield* heartbeat
      const { claimable, health, loops, nextDue, sending, stop } = yield* makeLoops
      const leaseOnArrival = yield* makeLeaseOnArrival(sending, { claimable })
      yield* Effect.acquireRelease(
        Effect.forEach(loops, (loop) => Effect.forkDetach(loop)),
        (fibers) => {
          leaseOnArrival.stop()
          return Fiber.interruptAll(fibers).pipe(Effect.andThen(stop), Effect.andThen(leaseOnArrival.end))
        }
      )
      yield* leaseOnArrival.begin
      return Dispatcher.of({ health, nextDue })
    })
  )
}
