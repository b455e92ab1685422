/** How long a worker that ended is waited for until another takes its place. */
import { Duration } from "effect"

// our choice: one that ends once is replaced at once, and one that cannot start does not keep a processor busy.
const shortest = Duration.millis(100)
const longest = Duration.seconds(30)

// our choice: a worker that has served for so long did not fail at its start.
const steady = Duration.minutes(1)

export interface Replacement {
  readonly pause: Duration.Duration
  /** How many workers have failed by now, one after the other, each soon after its start. */
  readonly failures: number
}

/** `failures`: how many have failed like that before this one. */
export const replacementAfter = (failures: number, servedFor: Duration.Duration): Replacement => {
  const before = Duration.isGreaterThanOrEqualTo(servedFor, steady) ? 0 : failures
  return { pause: Duration.min(Duration.times(shortest, 2 ** before), longest), failures: before + 1 }
}
