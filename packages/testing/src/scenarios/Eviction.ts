/** How a platform ends a service in the middle of what it does, and begins it again with what it has stored. */
import { Context, type Effect } from "effect"

export class Eviction extends Context.Service<
  Eviction,
  {
    /** The service ends as a crash ends it, unless it is gone already, and begins again. */
    readonly beginAnew: Effect.Effect<void>
    /**
     * The service ends as soon as its alarm rings next, before it has done anything. `ringsAgain`: whether the platform tries
     * once more, or has given up.
     */
    endWhenAlarmRings(ringsAgain: boolean): Effect.Effect<void>
  }
>()("@sellerkit/testing/scenarios/Eviction") {}
