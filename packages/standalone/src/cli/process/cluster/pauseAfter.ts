/** How long a worker that ended is waited for until another takes its place. */
import { Duration } from "effect"

// our choice: one that ends once is replaced at once, and one that cannot start does not keep a processor busy.
const shortest = Duration.millis(100)
const longest = Duration.seconds(30)

// our choice: whoever has served for so long did not fail at its start.
const steady = Duration.minutes(1)

/** `failures`: how many have ended before, each soon after its start. */
export const pauseAfter = (failures: number): Duration.Duration =>
  Duration.min(Duration.times(shortest, 2 ** failures), longest)

/** How many have failed by now, one after the other. */
export const failuresAfter = (failures: number, servedFor: Duration.Duration): number =>
  Duration.isGreaterThanOrEqualTo(servedFor, steady) ? 0 : failures + 1
