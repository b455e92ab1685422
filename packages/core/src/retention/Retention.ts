/** How long records are kept, and the job that removes them: a little at a time, so that nobody has to wait for it. */
import { Context, Duration, Effect } from "effect"
import type { Job } from "../background/Job.ts"
import type { RetentionRule } from "./RetentionRule.ts"

/** Periods that an installation has instead of those of the rules, by the names of the records. */
export const RetentionPeriods = Context.Reference<Readonly<Record<string, Duration.Duration>>>(
  "@sellerkit/core/retention/RetentionPeriods",
  { defaultValue: () => ({}) }
)

/** How long removal waits before it looks again, once nothing too old is left. */
export const RetentionInterval = Context.Reference<Duration.Duration>("@sellerkit/core/retention/RetentionInterval", {
  defaultValue: () => Duration.minutes(10)
})

// our choice: one write's worth of records.
const recordsPerWrite = 500

type Rules<R> = Readonly<Record<string, RetentionRule<R>>>

/** One write for each rule, so that none waits for another. Gives how long until there may be more to remove. */
const stepOf = Effect.fnUntraced(function* <R>(rules: Rules<R>) {
  const periods = yield* RetentionPeriods
  const removed = yield* Effect.forEach(Object.entries(rules), ([name, { period, remove }]) =>
    remove(periods[name] ?? period, recordsPerWrite)
  )
  if (!removed.includes(recordsPerWrite)) return yield* RetentionInterval
  // our choice: how long others have the storage to themselves before the next step.
  return Duration.millis(100)
})

/** `rules` by the names of the records. */
export const retentionJob = <R>(rules: Rules<R>): Job<R> => ({
  name: "retention",
  step: stepOf(rules),
  problem: "Old records could not be removed; it is tried again",
  retryAfter: Duration.minutes(10)
})

/**
 * When the first record becomes too old. `oldest`: when the oldest record of each kind was written, if there is one. All times
 * are in milliseconds since 1970; infinite where no record ever becomes too old.
 */
export const firstTooOld = (
  oldest: Readonly<Record<string, number | null>>,
  periods: Readonly<Record<string, Duration.Duration>>
): number =>
  Math.min(...Object.entries(periods).map(([name, period]) => (oldest[name] ?? Infinity) + Duration.toMillis(period)))
