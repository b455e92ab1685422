/** Who did what to a webhook, and how it ended (Seller Webhooks Service, History entry). */
import { DateTime, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { type Actor, Source } from "../access/Actor.ts"
import { Owner } from "../access/Account.ts"
import { loggedAs, Uuid } from "../access/Uuid.ts"

export const HistoryEntryId = Uuid.pipe(Schema.brand("HistoryEntryId"), loggedAs("historyId"))
export type HistoryEntryId = typeof HistoryEntryId.Type

/** The values are ours: the document shows none. */
export const HistoryAction = Schema.Literals([
  "createWebhook",
  "editWebhook",
  "deleteWebhook",
  "refreshSecret",
  "sendTestEvent",
  /** The seller disabled or enabled the integrated service, and with it this webhook. */
  "disableService",
  "enableService",
  /** The service disabled the webhook because its URL accepted nothing for a long time. */
  "disableUnreachable",
  /** The service disabled the webhook because its receiver answered 410 Gone. */
  "disableGone",
  /** The operator has events sent again, or no longer. */
  "resendEvents",
  "cancelResend"
])
export type HistoryAction = typeof HistoryAction.Type

const WebhookReference = Schema.Struct({ webhookId: Schema.optionalKey(Schema.String) })

export const HistoryEntry = Schema.Struct({
  id: HistoryEntryId,
  owner: Owner,
  time: Schema.DateTimeUtc,
  source: Source,
  action: HistoryAction,
  /** Absent where nobody called: the service acted itself, or the address is not known. */
  ip: Schema.optionalKey(Schema.String),
  userId: Schema.optionalKey(Schema.Int),
  /** The webhook that was asked for; a creation names none. */
  request: WebhookReference,
  /** The webhook that the operation worked on; a failed one has none. */
  response: WebhookReference,
  /** Present when the operation failed. */
  error: Schema.optionalKey(Schema.String)
})
export type HistoryEntry = typeof HistoryEntry.Type

export class HistoryEntryNotFound extends Schema.TaggedError<HistoryEntryNotFound>()("HistoryEntryNotFound", {
  id: HistoryEntryId
}) {
  override get message() {
    return `There is no history entry ${this.id}`
  }
}

/** An operation under way: its entry once it is known how it ends. `requested` is the webhook that was asked for. */
export interface HistoryDraft {
  succeeded(webhookId: string, requested?: string): HistoryEntry
  failed(error: string, requested?: string): HistoryEntry
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
  succeeded: (webhookId, requested) => ({ ...known, request: requestOf(requested), response: { webhookId } }),
  failed: (error, requested) => ({ ...known, request: requestOf(requested), response: {}, error }),
  numbered: (number) => draftOf({ ...known, id: idAfter(known.id, number) })
})

/** Takes the entry's id and time before the write that will carry it, so that the write needs neither. */
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
