/** Delivers what is due when it is called, for platforms that call when it is time. */
import { Context, type Duration, Effect, Layer, type Option, type Scope } from "effect"
import type { StorageError } from "../../storage/StorageError.ts"
import { type DispatcherHealth, makeLoops } from "./loops.ts"

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
  static readonly layer: Layer.Layer<DispatcherOnCall, never, Exclude<Effect.Services<typeof makeLoops>, Scope.Scope>> =
    Layer.effect(
      DispatcherOnCall,
      Effect.map(makeLoops, ({ drain, health, nextDue }) => DispatcherOnCall.of({ drainUntil: drain, health, nextDue }))
    )
}
