/** Delivers what waits, as long as the process runs. */
import { Context, Effect, Fiber, Layer, type Scope } from "effect"
import { heartbeat } from "../dispatchers/heartbeat.ts"
import { makeArrivals } from "./Arrivals.ts"
import { type DispatcherHealth, makeEngine } from "./Engine.ts"

export class Dispatcher extends Context.Service<Dispatcher, { readonly health: Effect.Effect<DispatcherHealth> }>()(
  "@sellerkit/core/delivery/Dispatcher"
) {
  /** Runs until the layer's scope closes, and then stops in order. */
  static readonly layer: Layer.Layer<
    Dispatcher,
    never,
    Exclude<Effect.Services<typeof heartbeat | typeof makeEngine>, Scope.Scope>
  > = Layer.effect(
    Dispatcher,
    Effect.gen(function* () {
      // It ends last: until then the dispatcher delivers.
      yield* heartbeat
      const engine = yield* makeEngine
      const arrivals = yield* makeArrivals(engine.sending, engine.claimable)
      yield* Effect.acquireRelease(
        Effect.forEach(engine.loops, (loop) => Effect.forkDetach(loop)),
        (fibers) => {
          arrivals.stop()
          return Effect.andThen(Fiber.interruptAll(fibers), engine.stop)
        }
      )
      yield* arrivals.begin
      return Dispatcher.of({ health: engine.health })
    })
  )
}
