/**
 * Real time, which a sandbox measures its own patience by. The timers of the process are kept from the beginning, because
 * tests replace them by others that stand still.
 */
import { Duration, Effect, Scheduler } from "effect"
import { hrtime } from "node:process"
import { clearImmediate, clearTimeout, setImmediate, setTimeout } from "node:timers"

const timers = { now: hrtime.bigint, clearImmediate, clearTimeout, setImmediate, setTimeout }

/** Milliseconds since some start. */
export const realMillis = (): number => Number(timers.now() / 1_000_000n)

// Beyond it, timers overflow.
const longestTimer = 2 ** 31 - 1

export const realSleep = (duration: Duration.Duration): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = timers.setTimeout(() => resume(Effect.void), Math.min(Duration.toMillis(duration), longestTimer))
    return Effect.sync(() => timers.clearTimeout(timer))
  })

/** Lets everything else go on: for a turn, or for a millisecond. */
export const letGoOn = (isBrief: boolean): Promise<void> =>
  new Promise((resolve) => (isBrief ? timers.setImmediate(resolve) : timers.setTimeout(resolve, 1)))

/** Runs fibers whatever a test does with timers. */
export const realScheduler: Scheduler.Scheduler = new Scheduler.MixedScheduler("async", (run) => {
  const turn = timers.setImmediate(run)
  return () => timers.clearImmediate(turn)
})
