/** What is known of a storage while operations are tried on it: what operations refer to, and what they give to new things. */
import {
  type Batch,
  DeliveryId,
  EventId,
  historyEntries,
  type HistoryEntry,
  type HistoryEntryId,
  type OperationalEvent,
  type OperationalEventType,
  operationsOwner,
  type Outcome,
  type Owner,
  ResendId,
  type Resend,
  type StoredRecord,
  type WebhookKey
} from "@sellerkit/core"
import { DateTime } from "effect"
import { at, historyEntry, uuid } from "../../fixtures.ts"

/** A record of a history, as pages show it. */
interface KnownRecord<Id extends string> {
  readonly id: Id
  readonly owner: Owner
  /** In milliseconds. */
  readonly time: number
}

/** The item that a number stands for, counted back from the newest. */
export const which = <A>(known: ReadonlyArray<A>, number: number): A | undefined =>
  known.at(-1 - (number % known.length))

/**
 * Ids grow: a driver may order records of the same time by their ids or in the order in which they were written, and here both
 * orders are the same. Items that little is expected of, such as a deleted webhook, come first, so that numbers stand for them
 * less often.
 */
export class World {
  /** In milliseconds: what the storage's clock shows. */
  now = 0
  webhooks: ReadonlyArray<WebhookKey> = []
  readonly events: Array<KnownRecord<EventId>> = []
  readonly deliveries: Array<KnownRecord<DeliveryId> & { readonly webhook: WebhookKey }> = []
  readonly entries: Array<KnownRecord<HistoryEntryId>> = []
  /** Batches that are not settled yet, or are settled once more. */
  batches: ReadonlyArray<Batch> = []
  readonly resends = new Map<ResendId, Resend>()
  /** When each expires, in milliseconds. */
  readonly revokedTokens = new Map<string, number>()
  private lastNumber = 0x1000

  nextNumber(): number {
    return ++this.lastNumber
  }

  nextDelivery({ claimedAt, lease }: Batch): Pick<Outcome["delivery"], "id" | "time" | "webhookId"> {
    const { owner, webhookId } = lease
    const number = this.nextNumber()
    const id = DeliveryId.make(uuid(number))
    // Events name their attempts by the times of these.
    const time = claimedAt + (number % 7)
    this.deliveries.push({ id, owner, time, webhook: { owner, id: webhookId } })
    return { id, time: at(time), webhookId }
  }

  nextEntry(owner: Owner, change: Partial<HistoryEntry> = {}): StoredRecord {
    const made = historyEntry(this.nextNumber(), { owner, time: at(this.now), ...change })
    this.entries.push({ id: made.id, owner, time: DateTime.toEpochMillis(made.time) })
    return historyEntries.encode(made)
  }

  nextResendId(): ResendId {
    return ResendId.make(uuid(this.nextNumber()))
  }

  nextOperationalEvent(type: OperationalEventType, { id: webhookId, owner }: WebhookKey): OperationalEvent {
    const id = uuid(this.nextNumber())
    this.addEvent({ id: EventId.make(id), owner: operationsOwner, time: this.now }, 0)
    const time = at(this.now)
    return { id, type, time, owner, webhookId, waiting: 3, reason: "gone", disabledAt: time }
  }

  addEvent(event: KnownRecord<EventId>, deliveries: number): void {
    if (deliveries > 0) this.events.push(event)
    else this.events.unshift(event)
  }

  addWebhook(key: WebhookKey): void {
    this.webhooks = [...this.webhooks, key]
  }

  removeWebhook(key: WebhookKey): void {
    this.webhooks = [key, ...this.webhooks.filter(({ id }) => id !== key.id)]
  }
}
