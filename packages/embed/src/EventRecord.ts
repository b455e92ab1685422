/** What became of an event, as the host sees it. */
import { Deliveries, type DropReason, EventId, type Fate } from "@sellerkit/core"
import { Effect } from "effect"
import { dated } from "./dated.ts"
import { decodeInput } from "./InputInvalid.ts"
import { decodeSeller, type Seller } from "./Seller.ts"

/** At one webhook. */
export interface FateRecord {
  readonly webhookId: string
  readonly fate: Fate
  readonly attempts: number
  /** Of what is pending: not before then. */
  readonly nextAttemptAt?: Date
  /** Of what is held: until then. */
  readonly heldUntil?: Date
  /** Of what was dropped. */
  readonly dropReason?: DropReason
}

/** One attempt to deliver. */
export interface DeliveryRecord {
  /** The `requestId` of the notification. */
  readonly id: string
  readonly time: Date
  readonly webhookId: string
  readonly success: boolean
  /** Absent when no answer came. */
  readonly responseCode?: number
  /** Why it failed. */
  readonly error?: string
}

export interface EventRecord {
  readonly id: string
  readonly idempotencyKey: string
  readonly time: Date
  readonly scope: string
  readonly type: string
  readonly test: boolean
  readonly payload: unknown
  readonly webhooks: ReadonlyArray<FateRecord>
  /** Every attempt so far, the oldest first. */
  readonly deliveries: ReadonlyArray<DeliveryRecord>
}

const decodeEventId = decodeInput(EventId, "eventId")

export const fates = Effect.fnUntraced(function* (seller: Seller, eventId: string) {
  const account = yield* decodeSeller(seller)
  const id = yield* decodeEventId(eventId)
  const deliveries = yield* Deliveries
  const { event, webhooks } = yield* deliveries.fates(account, id)
  const attempts = yield* deliveries.ofEventInAccount(account, id)
  const record: EventRecord = {
    ...dated({ ...event, webhooks, deliveries: attempts }),
    payload: JSON.parse(event.payload)
  }
  return record
})
