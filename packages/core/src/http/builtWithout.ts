/** Layers of which something copies, with each request, all that was around as they were built. */
import { type Context, Effect, Layer } from "effect"

/** Builds a layer in what `omit` leaves of all that is around: nothing of the rest may be asked for by then. */
export const builtWithout =
  (omit: <Around>(context: Context.Context<Around>) => Context.Context<never>) =>
  <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
    Layer.fromBuildMemo((memoMap, scope) =>
      Effect.updateContext(
        Layer.buildWithMemoMap(layer, memoMap, scope),
        (context: Context.Context<R>) => omit(context) as Context.Context<R>
      )
    )
