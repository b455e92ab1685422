/** Port: removal of old records. */
import { Context, type Duration, type Effect } from "effect"
import type { StorageError } from "../storage/StorageError.ts"
import type { RecordKind } from "./RecordKind.ts"

export class RetentionStore extends Context.Service<
  RetentionStore,
  {
    /**
     * One write: removes at most `most` records of the kind that were written longer ago than `age` by the storage's
     * clock, the oldest first, and gives how many it removed: as many as `most` when there may be more. Attempts may
     * count from the time that they show or from when that was recorded, a little later. A storage that keeps records by spans
     * of time removes them by such spans, when the last of one is old enough, and counts them as it can.
     *
     * An event goes with what became of it at each webhook; while it waits at one of them it stays. Cursors that name a
     * removed record still lead on. Of an infinite age there is none: then nothing is removed.
     */
    remove(kind: RecordKind, age: Duration.Duration, most: number): Effect.Effect<number, StorageError>
  }
>()("@sellerkit/core/retention/RetentionStore") {}
