/** What happened between samples. After a restart of the process its counts are from zero again. */
import type { ActivitySample } from "../api/activity.ts"

const minute = 60_000

export interface Minute {
  /** When it ended, in milliseconds since 1970. */
  readonly at: number
  readonly accepted: number
  readonly delivered: number
  readonly failed: number
  /** Seconds from an event's acceptance to the receiver's 200; undefined where none was received. */
  readonly median: number | undefined
  readonly p99: number | undefined
}

const grown = (before: number | undefined, now: number): number =>
  before === undefined || before > now ? now : now - before

const failuresOf = ({ failed }: ActivitySample): number => Object.values(failed).reduce((sum, count) => sum + count, 0)

/** The bound below which that part of the receipts between two samples lies. */
const quantileBetween = (before: ActivitySample, after: ActivitySample, part: number): number | undefined => {
  const isSame = before.received <= after.received
  const received = isSame ? after.received - before.received : after.received
  if (received === 0) return undefined
  for (const [index, [bound, count]] of after.receipts.entries()) {
    const earlier = isSame ? (before.receipts[index]?.[1] ?? 0) : 0
    if (count - earlier >= received * part) return bound
  }
  return after.receipts.at(-1)?.[0]
}

/** The samples at the ends of minutes: the first, and each that is a minute after the one before. */
const ends = (samples: ReadonlyArray<ActivitySample>): ReadonlyArray<ActivitySample> => {
  const found: Array<ActivitySample> = []
  for (const sample of samples) if (sample.at - (found.at(-1)?.at ?? -minute) >= minute) found.push(sample)
  const last = samples.at(-1)
  if (last !== undefined && found.at(-1) !== last) found.push(last)
  return found
}

const between = (before: ActivitySample, after: ActivitySample): Minute => {
  const minutes = (after.at - before.at) / minute
  const rate = (of: (sample: ActivitySample) => number) => grown(of(before), of(after)) / minutes
  return {
    at: after.at,
    accepted: rate(({ accepted }) => accepted),
    delivered: rate(({ delivered }) => delivered),
    failed: rate(failuresOf),
    median: quantileBetween(before, after, 0.5),
    p99: quantileBetween(before, after, 0.99)
  }
}

/** Rates per minute, of each minute. */
export const minutesOf = (samples: ReadonlyArray<ActivitySample>): ReadonlyArray<Minute> => {
  const at = ends(samples)
  return at.slice(1).map((after, index) => between(at[index]!, after))
}

/** How often requests failed between the first sample and the last, by reason, the most frequent first. */
export const failuresBetween = (
  samples: ReadonlyArray<ActivitySample>
): ReadonlyArray<readonly [reason: string, count: number]> => {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined) return []
  return Object.entries(last.failed)
    .map(([reason, count]) => [reason, first === last ? 0 : grown(first.failed[reason], count)] as const)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
}
