/** Records for tests of the database itself. */
import {
  type Batch,
  type ClaimRequest,
  DeliveryId,
  DeliveryQueue,
  EventId,
  historyEntries,
  type HistoryEntry,
  HistoryEntryId,
  type NewEvent,
  type Outcome,
  SealedSecret,
  SellerId,
  type StoredRecord,
  Webhook,
  WebhookId,
  type WebhookWrite
} from "@sellerkit/core"
import { DateTime, Duration, Effect } from "effect"

export const uuid = (number: number): string => `01980000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

const start = DateTime.makeUnsafe(0)
export const subscription = { scope: "content", event: "card_changed" }

export const owner = { sellerId: SellerId.make(uuid(1)), sandbox: false, serviceId: null }

/** An entry of the change history, as it is kept. */
export const historyEntry = (number: number, change: Partial<HistoryEntry> = {}): StoredRecord =>
  historyEntries.encode({
    id: HistoryEntryId.make(uuid(number)),
    owner,
    time: start,
    source: "api",
    action: "createWebhook",
    request: {},
    response: {},
    ...change
  })

/** The creation of the owner's webhook. */
export const webhookWrite: WebhookWrite & { readonly secret: SealedSecret } = {
  webhook: new Webhook({
    id: WebhookId.make(uuid(2)),
    owner,
    name: "Webhook",
    url: "https://receiver.example/",
    subscriptions: [subscription],
    status: "enabled",
    createdAt: start,
    updatedAt: start
  }),
  secret: SealedSecret("plain.whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="),
  entry: historyEntry(3)
}

const payload = JSON.stringify({ text: "x".repeat(1000) })

/** Events of a kilobyte with keys. */
export const newEvents = (count: number, from: number): ReadonlyArray<NewEvent> =>
  Array.from({ length: count }, (_, index) => ({
    id: EventId.make(uuid(0x1000 + from + index)),
    idempotencyKey: `key-${from + index}`,
    time: start,
    timeGiven: false,
    scope: subscription.scope,
    type: subscription.event,
    payload
  }))

/** The receiver accepted the batch. */
export const delivered = ({ batchSize, claimedAt, events, lease }: Batch): Outcome => ({
  lease,
  delivery: {
    id: DeliveryId.make(uuid(0x800000 + lease.fence)),
    time: DateTime.makeUnsafe(claimedAt),
    webhookId: lease.webhookId,
    success: true,
    responseCode: 200
  },
  events: events.map(({ event }) => ({ id: event.id, verdict: { _tag: "Delivered" } })),
  failures: 0,
  announced: false,
  batchSize,
  wait: Duration.zero,
  keepsLease: false
})

/** The receiver refused the batch. */
export const failed = (batch: Batch): Outcome => {
  const outcome = delivered(batch)
  const wait = Duration.seconds(10)
  return {
    ...outcome,
    delivery: { ...outcome.delivery, success: false, responseCode: 500 },
    events: outcome.events.map(({ id }) => ({ id, verdict: { _tag: "Retry", wait } })),
    failures: 1,
    wait
  }
}

/** All that is due. */
const claimRequest: ClaimRequest = {
  lanes: 10,
  lanesPerAccount: 10,
  inFlight: [],
  eventsPerLane: 1000,
  eventsPerRequest: 1000,
  bytesPerLane: 100_000_000,
  events: 10_000,
  bytes: 100_000_000,
  lease: Duration.seconds(30)
}

export const claim = Effect.flatMap(DeliveryQueue, (queue) => queue.claim(claimRequest))
