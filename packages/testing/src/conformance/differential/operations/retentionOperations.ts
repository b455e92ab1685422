/** Removal of old records. */
import { historyRetention, type RecordKind, type Records, RetentionStore, type StorageError } from "@sellerkit/core"
import { Duration, Effect } from "effect"
import type { OperationOf } from "../Operation.ts"
import type { Trial } from "../Trial.ts"

// More removals than any list of operations leads to.
const mostRemovals = 10_000

/** Removes until none are left: the order of records of the same time depends on the driver. */
const removeAll = Effect.fnUntraced(function* (
  kind: RecordKind | "history",
  age: Duration.Duration,
  most: number
): Effect.fn.Return<ReadonlyArray<number>, StorageError, Records | RetentionStore> {
  const store = yield* RetentionStore
  const removed: Array<number> = []
  while (removed.length < mostRemovals) {
    const last = yield* kind === "history" ? historyRetention.remove(age, most) : store.remove(kind, age, most)
    removed.push(last)
    if (last < most) break
  }
  return removed
})

// In seconds. The age of an attempt may count from when it was made or recorded. Attempts of this age are that old by both: time
// goes on by minutes at most, or by a day.
const surelyOld = 12 * 3600

export const removeOld = ({ ageSeconds, kind, most }: OperationOf<"RemoveOld">, { drivers }: Trial) => {
  return drivers.ask(removeAll(kind, Duration.seconds(kind === "deliveries" ? surelyOld : ageSeconds), most))
}
