/** Tells the dispatcher of this process that a lane may have become due. For drivers. */
import { Context, Effect, Latch, Layer } from "effect"

export class WorkSignal extends Context.Service<
  WorkSignal,
  {
    readonly send: Effect.Effect<void>
    /** Completes after a signal. Signals that nothing awaited count as one. */
    readonly await: Effect.Effect<void>
  }
>()("@sellerkit/core/storage/WorkSignal") {
  static readonly make = (): WorkSignal["Service"] => {
    const latch = Latch.makeUnsafe(false)
    return { send: Effect.asVoid(latch.open), await: Effect.andThen(latch.await, Effect.asVoid(latch.close)) }
  }

  /** Knows only what happens in this process. Two storages never share a signal. */
  static readonly layer: Layer.Layer<WorkSignal> = Layer.fresh(Layer.sync(WorkSignal, WorkSignal.make))
}
