/** How long records are kept, and the work that removes them: a little at a time, so that nobody has to wait for it. */
import { Context, Duration, Effect, Layer } from "effect"
import type { StorageError } from "../storage/StorageError.ts"
import { untiring } from "../storage/untiring.ts"
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

// our choice: one write's worth of records, and how long others have the storage to themselves before the next.
const recordsPerStep = 500
const betweenSteps = Duration.millis(100)
const betweenRounds = Duration.minutes(10)

/** Removes everything that is too old, once. Gives how many records of each kind went. */
export const removeOld: Effect.Effect<Readonly<Record<RecordKind, number>>, StorageError, RetentionStore> = Effect.gen(
  function* () {
    const store = yield* RetentionStore
    const periods = yield* RetentionPeriods
    const removed = { events: 0, deliveries: 0, history: 0, remains: 0 }
    for (const kind of RecordKind.literals) {
      let last = recordsPerStep
      while (last === recordsPerStep) {
        last = yield* store.remove(kind, periods[kind], recordsPerStep)
        removed[kind] += last
        if (last === recordsPerStep) yield* Effect.sleep(betweenSteps)
      }
    }
    return removed
  }
)

/**
 * One step of each kind: for platforms that call when it is time, and have other things to do in between. Says whether there
 * may be more.
 */
export const removeSome: Effect.Effect<boolean, StorageError, RetentionStore> = Effect.gen(function* () {
  const store = yield* RetentionStore
  const periods = yield* RetentionPeriods
  const removed = yield* Effect.forEach(RecordKind.literals, (kind) =>
    store.remove(kind, periods[kind], recordsPerStep)
  )
  return removed.includes(recordsPerStep)
})

/** Removes what is too old until the layer's scope closes. */
export const layer: Layer.Layer<never, never, RetentionStore> = Layer.effectDiscard(
  Effect.forkScoped(
    untiring(
      Effect.andThen(removeOld, Effect.sleep(betweenRounds)),
      "Old records could not be removed; it is tried again",
      betweenRounds
    )
  )
)
