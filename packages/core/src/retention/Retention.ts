/** How long records are kept, and the work that removes them: a little at a time, so that nobody has to wait for it. */
import { Context, Duration, Effect } from "effect"
import { History } from "../history/History.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { RecordKind } from "./RecordKind.ts"
import { RetentionStore } from "./RetentionStore.ts"

/** A record is removed when it is older than its kind's period, counted from when it was written; never when that is infinite. */
export type RetentionPeriods = Readonly<Record<RecordKind, Duration.Duration>>

// our choice: a month to look into what was delivered, a year to see who changed what.
export const defaultRetentionPeriods: RetentionPeriods = {
  events: Duration.days(30),
  deliveries: Duration.days(30),
  history: Duration.days(365),
  remains: Duration.days(30)
}

export const RetentionPeriods = Context.Reference<RetentionPeriods>("@sellerkit/core/retention/RetentionPeriods", {
  defaultValue: () => defaultRetentionPeriods
})

/** How long it takes until removal looks again, once nothing too old is left. */
export const RetentionInterval = Context.Reference<Duration.Duration>("@sellerkit/core/retention/RetentionInterval", {
  defaultValue: () => Duration.minutes(10)
})

// our choice: one write's worth of records.
const recordsPerWrite = 500

/** One write for each kind, so that none waits for another. Gives how long until there may be more to remove. */
export const step: Effect.Effect<Duration.Duration, StorageError, History | RetentionStore> = Effect.gen(function* () {
  const history = yield* History
  const store = yield* RetentionStore
  const periods = yield* RetentionPeriods
  const removed = yield* Effect.forEach(RecordKind.literals, (kind) =>
    kind === "history"
      ? history.removeOld(periods[kind], recordsPerWrite)
      : store.remove(kind, periods[kind], recordsPerWrite)
  )
  if (!removed.includes(recordsPerWrite)) return yield* RetentionInterval
  // our choice: so long others have the storage to themselves before the next.
  return Duration.millis(100)
})

/**
 * When the first record is too old, where the oldest of each kind was written then, if there is one: all in milliseconds since 1970.
 * Infinite where none ever is.
 */
export const firstTooOld = (oldest: Readonly<Record<RecordKind, number | null>>, periods: RetentionPeriods): number =>
  Math.min(...RecordKind.literals.map((kind) => (oldest[kind] ?? Infinity) + Duration.toMillis(periods[kind])))
