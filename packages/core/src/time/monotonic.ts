/** Time that never goes back, unlike the time of day: milliseconds since some start, with fractions. */
import { type Clock, Effect } from "effect"

export const monotonicMillisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

export const monotonicMillis: Effect.Effect<number> = Effect.clockWith((clock) =>
  Effect.succeed(monotonicMillisOf(clock))
)
