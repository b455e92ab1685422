/** Port: change history. Entries of changes that succeed are written by the store method they describe. */
import { Context, type Effect, type Option } from "effect"
import type { Owner } from "../access/Account.ts"
import type { TimePageRequest } from "../pagination/TimePage.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { HistoryEntry, HistoryEntryId } from "./HistoryEntry.ts"

export class HistoryStore extends Context.Service<
  HistoryStore,
  {
    /** For operations that failed. */
    append(entry: HistoryEntry): Effect.Effect<void, StorageError>
    get(owner: Owner, id: HistoryEntryId): Effect.Effect<Option.Option<HistoryEntry>, StorageError>
    /** In the order of travel, one more than the limit when there are more. */
    find(owner: Owner, request: TimePageRequest): Effect.Effect<ReadonlyArray<HistoryEntry>, StorageError>
  }
>()("@sellerkit/core/history/HistoryStore") {}
