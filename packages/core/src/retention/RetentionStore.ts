/** Port: removal of old records. */
import { Context, type Duration, type Effect } from "effect"
import type { StorageError } from "../storage/StorageError.ts"
import type { RecordKind } from "./RecordKind.ts"

export class RetentionStore extends Context.Service<
  RetentionStore,
  {
    /**
     * One write: removes at most `most` records of the kind that were written longer ago than `age` by the storage's clock, the
     * oldest first, and gives how many it removed: as many as `most` when there may be more. The age of an attempt may count from
     * the time that it shows, or from when it was recorded, a little later. A storage that keeps records by spans of time removes
     * whole spans, when the last record of a span is old enough, and counts them as it can.
     *
     * An event is removed together with its fates. While it waits at one webhook it stays. Cursors that name a removed record
     * still lead on. No record has an infinite age: then nothing is removed.
     */
    remove(kind: RecordKind, age: Duration.Duration, most: number): Effect.Effect<number, StorageError>
  }
>()("@sellerkit/core/retention/RetentionStore") {}
