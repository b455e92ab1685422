/**
 * When a failed delivery is tried again: after 10 seconds, then after twice as long each time, up to 15 minutes; after
 * that the event is dropped (Seller Webhooks Service, Delivery rules, rule 2). That is the schedule of everybody for whom no
 * other is set.
 */
import { Context, Duration, Effect, Schema } from "effect"
import { DurationFromInput, DurationText } from "../../time/DurationInput.ts"

// our choice: nobody can answer sooner, and a receiver that is back is not to wait for longer.
const [shortestWait, longestPossibleWait] = [Duration.seconds(1), Duration.days(1)]

// our choice: each attempt is recorded with its event, and a claim looks at what has failed once, twice …
const mostPossibleAttempts = 500

interface Schedule<Duration> {
  /** How long to wait after the first failure. */
  readonly firstWait: Duration
  /** How many times as long each wait is as the one before. */
  readonly factor: number
  /** No wait is longer. */
  readonly longestWait: Duration
  /** For how long an event is tried with the longest wait, which is once at least. Then it is dropped. */
  readonly longestWaitFor: Duration
}

export type RetrySchedule = Schedule<Duration.Duration>
/** As programs give it, where a number is milliseconds. What is absent is as in the document. */
export type RetryScheduleInput = {
  readonly [Field in keyof RetrySchedule]?: Schedule<Duration.Input>[Field] | undefined
}

/** The document's, which is over after 36 minutes and 10 seconds, with nine attempts. */
export const documentedRetrySchedule: RetrySchedule = {
  firstWait: Duration.seconds(10),
  factor: 2,
  longestWait: Duration.minutes(15),
  longestWaitFor: Duration.minutes(15)
}

/** That of every account that has none of its own. */
export const RetrySchedule = Context.Reference<RetrySchedule>("@sellerkit/core/delivery/RetrySchedule", {
  defaultValue: () => documentedRetrySchedule
})

/** In milliseconds. */
const longest = ({ longestWait }: RetrySchedule): number => Math.floor(Duration.toMillis(longestWait))

/** In milliseconds. */
const waitMillis = (failures: number, schedule: RetrySchedule): number => {
  const { factor, firstWait } = schedule
  return Math.min(Math.round(Duration.toMillis(firstWait) * factor ** (failures - 1)), longest(schedule))
}

/** How long to wait after `failures` failures in a row; 1 is the first. Whole milliseconds, as storages keep times. */
export const waitAfter = (failures: number, schedule: RetrySchedule): Duration.Duration =>
  Duration.millis(waitMillis(failures, schedule))

/** After how many failures the wait is the longest; one more than are possible where that takes too many. */
const failuresUntilLongest = (schedule: RetrySchedule): number => {
  const isLongest = (failures: number) => waitMillis(failures, schedule) === longest(schedule)
  let failures = 1
  while (!isLongest(failures) && failures <= mostPossibleAttempts) failures++
  return failures
}

/** Attempts an event gets: the last is the one made after the last of the longest waits. */
export const mostAttempts = (schedule: RetrySchedule): number => {
  const { longestWait, longestWaitFor } = schedule
  const longestWaits = Math.floor(Duration.toMillis(longestWaitFor) / Duration.toMillis(longestWait))
  return failuresUntilLongest(schedule) + Math.max(1, longestWaits)
}

/** How long it takes from the first attempt to the last, where each fails at once. */
export const timeOfAttempts = (schedule: RetrySchedule): Duration.Duration => {
  let time = Duration.zero
  for (let failures = 1; failures < mostAttempts(schedule); failures++) {
    time = Duration.sum(time, waitAfter(failures, schedule))
  }
  return time
}

/** Whether an event that has failed `attempts` times is dropped. */
export const isSpent = (attempts: number, schedule: RetrySchedule): boolean => attempts >= mostAttempts(schedule)

const isBetween = (minimum: Duration.Duration, maximum: Duration.Duration) =>
  Schema.makeFilter(
    (duration: Duration.Duration) =>
      Duration.between(duration, { minimum, maximum }) ||
      `Expected from ${Duration.format(minimum)} to ${Duration.format(maximum)}`
  )

const isPossible = Schema.makeFilter((schedule: RetrySchedule) => {
  const { firstWait, longestWait } = schedule
  if (Duration.isGreaterThan(firstWait, longestWait)) {
    return { path: ["longestWait"], issue: "Expected no less than the first wait" }
  }
  return (
    mostAttempts(schedule) <= mostPossibleAttempts || {
      path: ["longestWaitFor"],
      issue: `Expected a schedule with no more than ${mostPossibleAttempts} attempts`
    }
  )
})

/** With lengths of time in the form that `duration` takes. */
const fieldsOf = <Encoded>(duration: Schema.Codec<Duration.Duration, Encoded>) => ({
  firstWait: duration.check(isBetween(shortestWait, longestPossibleWait)),
  factor: Schema.Number.check(Schema.isFinite().abort(), Schema.isBetween({ minimum: 1, maximum: 10 })),
  longestWait: duration.check(isBetween(shortestWait, longestPossibleWait)),
  longestWaitFor: duration.check(isBetween(Duration.zero, Duration.days(30)))
})

/** As JSON has it: lengths of time are texts such as "15 minutes". */
export const RetryScheduleJson = Schema.Struct(fieldsOf(DurationText))
  .check(isPossible)
  .annotate({ identifier: "RetrySchedule" })

const given = fieldsOf(DurationFromInput)
const documented = documentedRetrySchedule
const orElse = Schema.withDecodingDefault

/** As programs give it: what is absent is as in the document. */
export const RetryScheduleFromInput = Schema.Struct({
  firstWait: given.firstWait.pipe(orElse(Effect.succeed(documented.firstWait))),
  factor: given.factor.pipe(orElse(Effect.succeed(documented.factor))),
  longestWait: given.longestWait.pipe(orElse(Effect.succeed(documented.longestWait))),
  longestWaitFor: given.longestWaitFor.pipe(orElse(Effect.succeed(documented.longestWaitFor)))
}).check(isPossible)
