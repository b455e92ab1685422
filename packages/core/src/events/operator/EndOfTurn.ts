/** The end of a turn of the event loop, which publications wait for: those that arrived one by one are then stored at once. */
import { Context, Effect, Layer, Scheduler } from "effect"

/** There is nothing to wait for where a host does not say so. */
export const EndOfTurn = Context.Reference<Effect.Effect<void>>("@sellerkit/core/events/operator/EndOfTurn", {
  defaultValue: () => Effect.void
})

/**
 * For hosts in which one request may let another one go on: edge platforms keep them apart. Each request of a turn has a part of it to
 * itself, and the storage would get its events alone. What the storage gets together it writes together, for a part of the cost.
 */
export const endOfTurnLayer: Layer.Layer<never> = Layer.effect(
  EndOfTurn,
  Effect.map(Scheduler.Scheduler, (scheduler) => {
    // One for all requests. Where each yields by itself, microtasks run between them.
    const dispatcher = scheduler.makeDispatcher()
    return Effect.callback((resume) => dispatcher.scheduleTask(() => resume(Effect.void), 0))
  })
)
