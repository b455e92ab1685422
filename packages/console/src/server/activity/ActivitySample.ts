/** What the process has counted since it started, and what it sees now: the figures of its metrics that people look at first. */
import { Metrics } from "@sellerkit/core"
import { Dispatcher } from "@sellerkit/core/delivery"
import { type Clock, Effect, Metric, Option } from "effect"

/** Whose counts they are. */
export interface Counting {
  /** Another one for each start of a process. */
  readonly process: string
  /** When it began to count, in milliseconds since 1970. */
  readonly since: number
}

export interface ActivitySample extends Counting {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Since the process started. */
  readonly accepted: number
  readonly delivered: number
  /** Requests to receivers that failed, by their reasons. */
  readonly failed: Readonly<Record<string, number>>
  /** Upper bounds in seconds, and how many events reached a receiver within each; the last bound is left out: it has none. */
  readonly receipts: ReadonlyArray<readonly [bound: number, events: number]>
  readonly received: number
  /** Requests to receivers that are under way. Absent where the process has no dispatcher. */
  readonly inFlight?: number
}

type Snapshot = Metric.Metric.Snapshot

const countsOf = (snapshots: ReadonlyArray<Snapshot>, id: string) =>
  snapshots.flatMap((one) =>
    one.type === "Counter" && one.id === id ? [{ labels: one.attributes ?? {}, count: Number(one.state.count) }] : []
  )

const histogramOf = (snapshots: ReadonlyArray<Snapshot>, id: string) => {
  for (const one of snapshots) if (one.type === "Histogram" && one.id === id) return one.state
  return { buckets: [], count: 0 }
}

const total = (counts: ReadonlyArray<{ readonly count: number }>): number =>
  counts.reduce((sum, { count }) => sum + count, 0)

export const sampleNow = (clock: Clock.Clock, counting: Counting): Effect.Effect<ActivitySample> =>
  Effect.gen(function* () {
    const snapshots = yield* Metric.snapshot
    const dispatcher = yield* Effect.serviceOption(Dispatcher)
    const deliveries = countsOf(snapshots, Metrics.deliveries.id)
    const failures = deliveries.filter(({ count, labels }) => labels["outcome"] === "failure" && count > 0)
    const receipts = histogramOf(snapshots, Metrics.publishToReceipt.id)
    return {
      at: yield* clock.currentTimeMillis,
      ...counting,
      accepted: total(countsOf(snapshots, Metrics.eventsAccepted.id)),
      delivered: total(countsOf(snapshots, Metrics.eventsDelivered.id)),
      failed: Object.fromEntries(failures.map(({ count, labels }) => [labels["reason"] ?? "", count])),
      receipts: receipts.buckets.filter(([bound]) => Number.isFinite(bound)),
      received: receipts.count,
      ...(Option.isSome(dispatcher) && { inFlight: (yield* dispatcher.value.health).inFlight })
    }
  })
