/** A refused operation is history too; a failing storage is not an outcome of the operation. */
import { Effect } from "effect"
import type { Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { HistoryDraft } from "./HistoryDraft.ts"

export const recordRefusal =
  (records: Records["Service"], draft: HistoryDraft, requested?: string) =>
  <A, E extends { readonly _tag: string; readonly message: string }>(
    operation: Effect.Effect<A, E>
  ): Effect.Effect<A, E | StorageError> =>
    Effect.tapError(operation, (error) =>
      error._tag === "StorageError"
        ? Effect.void
        : records.write(draft.account, [{ put: draft.failed(error.message, requested) }])
    )
