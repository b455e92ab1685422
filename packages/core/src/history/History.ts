/** The change history that an owner sees: what was done to its webhooks, failed operations too. */
import { Clock, Context, DateTime, Duration, Effect, Layer } from "effect"
import type { Owner } from "../access/Account.ts"
import { type TimePage, type TimePageRequest, toPage } from "../pagination/TimePage.ts"
import * as Lookup from "../records/Lookup.ts"
import { Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { historyEntries, ownedBy } from "./historyEntries.ts"
import { type HistoryEntry, type HistoryEntryId, HistoryEntryNotFound } from "./HistoryEntry.ts"

/** In the order of travel, one more than the limit when there are more. */
const pageLookup = (owner: Owner, { cursor, direction, from, limit, to }: TimePageRequest) => {
  const descending = direction === "older"
  const place = cursor && ownedBy(owner, cursor.time, cursor.id)
  return Lookup.range(historyEntries, {
    within: ownedBy(owner),
    from: from === undefined ? undefined : ownedBy(owner, from),
    through: to === undefined ? undefined : ownedBy(owner, to),
    [descending ? "before" : "after"]: place,
    descending,
    limit: limit + 1
  })
}

export class History extends Context.Service<
  History,
  {
    /** An entry about one of the owner's webhooks; any other is not found. */
    get(owner: Owner, id: HistoryEntryId): Effect.Effect<HistoryEntry, HistoryEntryNotFound | StorageError>
    /** The owner's entries, newest first. */
    page(owner: Owner, request: TimePageRequest): Effect.Effect<TimePage<HistoryEntry>, StorageError>
    /**
     * Removes at most `most` entries of all owners that are older, the oldest first, and gives how many. Of an infinite age there is
     * none. Cursors that name a removed entry still lead on.
     */
    removeOld(age: Duration.Duration, most: number): Effect.Effect<number, StorageError>
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
          const found = yield* records.find(owner, pageLookup(owner, request))
          return toPage(request, found, ({ id, time }) => ({ id, time: DateTime.toEpochMillis(time) }))
        }),
        removeOld: (age, most) =>
          Duration.isFinite(age)
            ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
                records.removeOld(historyEntries, now - Duration.toMillis(age), most)
              )
            : Effect.succeed(0)
      })
    )
  )
}
