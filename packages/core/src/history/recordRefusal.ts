/** A refused operation is history too; a failing storage is not an outcome of the operation. */
import { Effect } from "effect"
import type { StorageError } from "../storage/StorageError.ts"
import type { HistoryDraft } from "./HistoryEntry.ts"
import type { HistoryStore } from "./HistoryStore.ts"

export const recordRefusal =
  (history: HistoryStore["Service"], draft: HistoryDraft, requested?: string) =>
  <A, E extends { readonly _tag: string; readonly message: string }>(
    operation: Effect.Effect<A, E>
  ): Effect.Effect<A, E | StorageError> =>
    Effect.tapError(operation, (error) =>
      error._tag === "StorageError" ? Effect.void : history.append(draft.failed(error.message, requested))
    )
