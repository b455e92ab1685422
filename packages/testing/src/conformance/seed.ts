/** Puts things into a storage, for suites whose subject is something else. */
import {
  type Account,
  type ClaimRequest,
  DeliveryId,
  EventStore,
  type NewEvent,
  type Outcome,
  type Batch,
  type SealedSecret,
  type Webhook,
  WebhookStore
} from "@sellerkit/core"
import { Duration, Effect, Result } from "effect"
import { account, at, entry, newEvent, sealedSecret, uuid } from "../fixtures.ts"

export const insertWebhook = Effect.fnUntraced(function* (webhook: Webhook, given: SealedSecret = sealedSecret()) {
  const store = yield* WebhookStore
  const number = Number.parseInt(webhook.id.slice(-12), 16)
  yield* store.insert(webhook.owner, () =>
    Result.succeed({ webhook, secret: given, entry: entry(0x100000 + number, { owner: webhook.owner }) })
  )
  return webhook
})

export const publish = Effect.fnUntraced(function* (numbers: ReadonlyArray<number>, of: Account = account()) {
  const events = yield* EventStore
  return yield* events.append(
    of,
    numbers.map((number) => newEvent(number))
  )
})

export const publishEvents = Effect.fnUntraced(function* (events: ReadonlyArray<NewEvent>, of: Account = account()) {
  return yield* (yield* EventStore).append(of, events)
})

export const claimRequest: ClaimRequest = {
  lanes: 10,
  lanesPerAccount: 10,
  inFlight: [],
  eventsPerLane: 100,
  eventsPerRequest: 100,
  bytesPerLane: 1_000_000,
  events: 10_000,
  bytes: 10_000_000,
  lease: Duration.seconds(30)
}

const deliveryOf = (batch: Batch, number: number, success: boolean): Outcome["delivery"] => ({
  id: DeliveryId.make(uuid(number)),
  time: at(batch.claimedAt),
  webhookId: batch.lease.webhookId,
  success,
  ...(success ? { responseCode: 200 } : { error: "No answer within 10 seconds" })
})

export const delivered = (batch: Batch, number: number): Outcome => ({
  lease: batch.lease,
  delivery: deliveryOf(batch, number, true),
  events: batch.events.map(({ event }) => ({ id: event.id, verdict: { _tag: "Delivered" } })),
  failures: 0,
  announced: false,
  batchSize: batch.batchSize,
  wait: Duration.zero,
  keepsLease: false
})

export const failed = (batch: Batch, number: number, wait: Duration.Input = "10 seconds"): Outcome => ({
  lease: batch.lease,
  delivery: deliveryOf(batch, number, false),
  events: batch.events.map(({ event }) => ({
    id: event.id,
    verdict: { _tag: "Retry", wait: Duration.fromInputUnsafe(wait) }
  })),
  failures: batch.failures + 1,
  announced: batch.announced,
  batchSize: Math.max(1, Math.floor(batch.events.length / 2)),
  wait: Duration.fromInputUnsafe(wait),
  keepsLease: false
})
