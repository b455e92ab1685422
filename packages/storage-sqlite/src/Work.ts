/** Tells the dispatcher of this process that a lane may have become due. */
import { Context, Effect, Latch, Layer } from "effect"

export class Work extends Context.Service<
  Work,
  {
    readonly arrived: Effect.Effect<void>
    /** Completes once per arrival; arrivals that nobody awaited count as one. */
    readonly await: Effect.Effect<void>
  }
>()("@sellerkit/storage-sqlite/Work") {
  static readonly layer: Layer.Layer<Work> = Layer.sync(Work, () => {
    const latch = Latch.makeUnsafe(false)
    return {
      arrived: Effect.asVoid(latch.open),
      await: Effect.andThen(latch.await, Effect.asVoid(latch.close))
    }
  })
}
