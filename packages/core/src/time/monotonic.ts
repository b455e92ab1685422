/** Time that never goes back, unlike the time of day: milliseconds since some start, with fractions. */
import { type Clock, Duration, Effect } from "effect"

export const monotonicMillisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

export const monotonicMillis: Effect.Effect<number> = Effect.clockWith((clock) =>
  Effect.succeed(monotonicMillisOf(clock))
)

/**
 * Until `monotonicMillis` is that far. How long that is, is worked out as the sleep begins: meanwhile the clock may have moved on. Timers
 * leave fractions away, and would end before that time.
 */
export const sleepUntil = (time: number): Effect.Effect<void> =>
  Effect.clockWith((clock) => clock.sleep(Duration.millis(Math.max(0, Math.ceil(time - monotonicMillisOf(clock))))))
