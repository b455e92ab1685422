/** The change history that an owner sees: what was done to its webhooks, failed operations too. */
import { Context, DateTime, Effect, Layer } from "effect"
import type { Owner } from "../access/Account.ts"
import { type TimePage, type TimePageRequest, toPage } from "../pagination/TimePage.ts"
import * as Lookup from "../records/Lookup.ts"
import { Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { historyEntries, ownedBy } from "./historyEntries.ts"
import { type HistoryEntry, type HistoryEntryId, HistoryEntryNotFound } from "./HistoryEntry.ts"

export class History extends Context.Service<
  History,
  {
    /** An entry about one of the owner's webhooks; any other is not found. */
    get(owner: Owner, id: HistoryEntryId): Effect.Effect<HistoryEntry, HistoryEntryNotFound | StorageError>
    /** The owner's entries, newest first. */
    page(owner: Owner, request: TimePageRequest): Effect.Effect<TimePage<HistoryEntry>, StorageError>
  }
>()("@sellerkit/core/history/History") {
  static readonly layer: Layer.Layer<History, never, Records> = Layer.effect(
    History,
    Effect.map(Records, (records) =>
      History.of({
        get: Effect.fn("History.get")(function* (owner, id) {
          const byId = { index: "byId", within: ownedBy(owner, id), limit: 1 } as const
          const [entry] = yield* records.find(owner, Lookup.range(historyEntries, byId))
          return entry ?? (yield* new HistoryEntryNotFound({ id }))
        }),
        page: Effect.fn("History.page")(function* (owner, request) {
          const found = yield* records.find(owner, Lookup.timePage(historyEntries, undefined, request, ownedBy(owner)))
          return toPage(request, found, ({ id, time }) => ({ id, time: DateTime.toEpochMillis(time) }))
        })
      })
    )
  )
}
