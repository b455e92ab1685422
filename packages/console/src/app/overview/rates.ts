/**
 * What happened between samples. After a restart of the process its counts are from zero again. Where several processes share the
 * port, another one may go on with the samples: its counts have nothing to do with those before.
 */
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

const isSame = (before: ActivitySample, after: ActivitySample): boolean => after.process === before.process

/** Each sample with the one before, where what happened between them is known: of one process, or of one that has started since. */
const pairsOf = (
  samples: ReadonlyArray<ActivitySample>
): ReadonlyArray<readonly [before: ActivitySample, after: ActivitySample]> =>
  samples.slice(1).flatMap((after, index) => {
    const before = samples[index]!
    return isSame(before, after) || after.since > before.at ? [[before, after] as const] : []
  })

/** By how much a count has grown. One that has started since has counted from zero. */
const grown = (
  before: ActivitySample,
  after: ActivitySample,
  of: (sample: ActivitySample) => number | undefined
): number => (of(after) ?? 0) - (isSame(before, after) ? (of(before) ?? 0) : 0)

const failuresOf = ({ failed }: ActivitySample): number => Object.values(failed).reduce((sum, count) => sum + count, 0)

/** The bound below which that part of the receipts between two samples lies. */
const quantileBetween = (before: ActivitySample, after: ActivitySample, part: number): number | undefined => {
  const received = grown(before, after, (sample) => sample.received)
  if (received === 0) return undefined
  const found = after.receipts.find(
    (_, index) => grown(before, after, ({ receipts }) => receipts[index]?.[1]) >= received * part
  )
  return (found ?? after.receipts.at(-1))?.[0]
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
  const rate = (of: (sample: ActivitySample) => number) => grown(before, after, of) / minutes
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
export const minutesOf = (samples: ReadonlyArray<ActivitySample>): ReadonlyArray<Minute> =>
  pairsOf(ends(samples)).map(([before, after]) => between(before, after))

/** How often requests failed between the first sample and the last, by reason, the most frequent first. */
export const failuresBetween = (
  samples: ReadonlyArray<ActivitySample>
): ReadonlyArray<readonly [reason: string, count: number]> => {
  const counts = new Map<string, number>()
  for (const [before, after] of pairsOf(samples)) {
    for (const reason of Object.keys(after.failed)) {
      counts.set(reason, (counts.get(reason) ?? 0) + grown(before, after, ({ failed }) => failed[reason]))
    }
  }
  return [...counts].filter(([, count]) => count > 0).toSorted(([, one], [, other]) => other - one)
}
