/** Who did what to a webhook, and how it ended (Seller Webhooks Service, History entry). */
import { Schema } from "effect"
import { Source } from "../access/Actor.ts"
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
  /** The operator has events sent again, or stops that. */
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
