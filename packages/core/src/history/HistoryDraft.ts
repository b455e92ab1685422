/** Entries of the change history whose operations have not ended yet, in the form of the records that they will be. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Account } from "../access/Account.ts"
import type { Actor } from "../access/Actor.ts"
import type { StoredRecord } from "../records/Collection.ts"
import { historyEntries } from "./historyEntries.ts"
import { type HistoryAction, type HistoryEntry, HistoryEntryId } from "./HistoryEntry.ts"

/** An operation under way. It gives the entry once its outcome is known. `requested` is the webhook that was asked for. */
export interface HistoryDraft {
  /** Where the entry is kept. */
  readonly account: Account
  succeeded(webhookId: string, requested?: string): StoredRecord
  failed(error: string, requested?: string): StoredRecord
  /** The entry with this number, from zero, of an operation that works on several webhooks. */
  numbered(number: number): HistoryDraft
}

const requestOf = (requested: string | undefined) => (requested === undefined ? {} : { webhookId: requested })

/** Ids that follow a UUIDv7 (RFC 9562, 6.2, method 2), so that one random number is enough for many. */
const idAfter = (id: HistoryEntryId, number: number): HistoryEntryId => {
  const [head, counted] = [id.slice(0, 24), Number.parseInt(id.slice(24), 16)]
  return HistoryEntryId.make(head + ((counted + number) % 2 ** 48).toString(16).padStart(12, "0"))
}

type Known = Omit<HistoryEntry, "error" | "request" | "response">

const draftOf = (known: Known): HistoryDraft => ({
  account: known.owner,
  succeeded: (webhookId, requested) =>
    historyEntries.encode({ ...known, request: requestOf(requested), response: { webhookId } }),
  failed: (error, requested) => historyEntries.encode({ ...known, request: requestOf(requested), response: {}, error }),
  numbered: (number) => draftOf({ ...known, id: idAfter(known.id, number) })
})

/** Takes the entry's id and time before the write that carries the entry, so that the write makes neither. */
export const draftEntry = Effect.fnUntraced(function* (actor: Actor, action: HistoryAction) {
  const random = yield* SecureRandom.SecureRandom
  return draftOf({
    id: HistoryEntryId.make(yield* random.uuidV7()),
    time: yield* DateTime.now,
    owner: actor.owner,
    source: actor.source,
    action,
    ...(actor.ip === undefined ? undefined : { ip: actor.ip }),
    ...(actor.userId === undefined ? undefined : { userId: actor.userId })
  })
})
