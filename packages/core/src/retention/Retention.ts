/** How long records are kept, and the job that removes them: a little at a time, so that nobody has to wait for it. */
import { Context, Duration, Effect, Exit, Option } from "effect"
import type { Job } from "../background/Job.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { RetentionRule } from "./RetentionRule.ts"

/** Periods that an installation has instead of those of the rules, by the names of the records. */
export const RetentionPeriods = Context.Reference<Readonly<Record<string, Duration.Duration>>>(
  "@sellerkit/core/retention/RetentionPeriods",
  { defaultValue: () => ({}) }
)

/** How long records with this name are kept here, where their rule has the usual period. */
export const periodInForce = (name: string, usual: Duration.Duration): Effect.Effect<Duration.Duration> =>
  Effect.map(RetentionPeriods, (periods) => periods[name] ?? usual)

/** How long removal waits before it looks again, once nothing too old is left. */
export const RetentionInterval = Context.Reference<Duration.Duration>("@sellerkit/core/retention/RetentionInterval", {
  defaultValue: () => Duration.minutes(10)
})

// our choice: one write's worth of records.
const recordsPerWrite = 500

type Rules<R> = Readonly<Record<string, RetentionRule<R>>>

// our choice: how long others have the storage to themselves before the next writes.
const pause = Duration.millis(100)

// our choice: while something cannot be removed, the rest is removed in so many rounds before it is tried again, in ten minutes.
const mostRounds = 100

/**
 * One write for each rule, so that none waits for another. Gives how long until there may be more to remove. Where some fail, the others
 * go on until little is left, and then it fails with all failures.
 */
const stepOf = Effect.fnUntraced(function* <R>(rules: Rules<R>) {
  const failures: Array<Exit.Exit<number, StorageError>> = []
  let left = Object.entries(rules)
  for (let round = 1; ; round++) {
    const exits = yield* Effect.forEach(left, ([name, { period, remove }]) =>
      Effect.exit(Effect.flatMap(periodInForce(name, period), (age) => remove(age, recordsPerWrite)))
    )
    failures.push(...exits.filter(Exit.isFailure))
    left = left.filter((_, index) => Option.contains(Exit.getSuccess(exits[index]!), recordsPerWrite))
    if (failures.length === 0) return left.length === 0 ? yield* RetentionInterval : pause
    if (left.length === 0 || round === mostRounds) yield* Exit.asVoidAll(failures)
    yield* Effect.sleep(pause)
  }
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
