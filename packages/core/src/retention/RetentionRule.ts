/** How long a kind of record is kept, and what removes it. */
import type { Duration, Effect } from "effect"
import type { StorageError } from "../storage/StorageError.ts"
import type { RecordKind } from "./RecordKind.ts"
import { RetentionStore } from "./RetentionStore.ts"

export interface RetentionRule<R> {
  /** How long a record is kept, unless the installation says otherwise. Older ones are removed; none if it is infinite. */
  readonly period: Duration.Duration
  /** The collection whose records it removes. Absent: storages keep them in ways of their own. */
  readonly collection?: { readonly name: string }
  /**
   * One write: removes at most `most` records that are older than `age`, the oldest first, and gives how many: as many as `most` when
   * there may be more.
   */
  readonly remove: (age: Duration.Duration, most: number) => Effect.Effect<number, StorageError, R>
}

/** The rule for records that storages keep in ways of their own. */
export const storedRetention = (kind: RecordKind, period: Duration.Duration): RetentionRule<RetentionStore> => ({
  period,
  remove: (age, most) => RetentionStore.use((store) => store.remove(kind, age, most))
})
