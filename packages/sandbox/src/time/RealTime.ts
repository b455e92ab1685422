/** Real time, as it passes for everybody: what a sandbox measures its own patience by. */
import { Clock, Duration, Effect } from "effect"

const clock = Clock.Clock.defaultValue()

/** Milliseconds since some start. */
export const realMillis = (): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** Milliseconds since 1970. */
export const realTimeOfDay = (): number => clock.currentTimeMillisUnsafe()

export const realSleep = (duration: Duration.Duration): Effect.Effect<void> => clock.sleep(duration)

const pause = realSleep(Duration.millis(1))

/** Lets everything else go on: for a turn, or for a millisecond. */
export const letGoOn = (isBrief: boolean): Promise<void> => Effect.runPromise(isBrief ? Effect.yieldNow : pause)
