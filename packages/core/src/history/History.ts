/** The change history that an owner sees: what was done to its webhooks, failed operations too. */
import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { Owner } from "../access/Account.ts"
import { type TimePage, type TimePageRequest, toPage } from "../pagination/TimePage.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { type HistoryEntry, type HistoryEntryId, HistoryEntryNotFound } from "./HistoryEntry.ts"
import { HistoryStore } from "./HistoryStore.ts"

export class History extends Context.Service<
  History,
  {
    /** An entry about one of the owner's webhooks; any other is not found. */
    get(owner: Owner, id: HistoryEntryId): Effect.Effect<HistoryEntry, HistoryEntryNotFound | StorageError>
    /** The owner's entries, newest first. */
    page(owner: Owner, request: TimePageRequest): Effect.Effect<TimePage<HistoryEntry>, StorageError>
  }
>()("@sellerkit/core/history/History") {
  static readonly layer: Layer.Layer<History, never, HistoryStore> = Layer.effect(
    History,
    Effect.gen(function* () {
      const store = yield* HistoryStore
      return History.of({
        get: Effect.fn("History.get")(function* (owner, id) {
          const entry = yield* store.get(owner, id)
          return Option.isSome(entry) ? entry.value : yield* new HistoryEntryNotFound({ id })
        }),
        page: Effect.fn("History.page")(function* (owner, request) {
          const found = yield* store.find(owner, request)
          return toPage(request, found, ({ id, time }) => ({ id, time: DateTime.toEpochMillis(time) }))
        })
      })
    })
  )
}
