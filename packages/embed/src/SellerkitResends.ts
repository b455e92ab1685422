/** Sending a seller's events again, after a receiver lost or missed some. */
import {
  DeliveryId,
  EventsPerSecond,
  plain,
  ResendId,
  type ResendProgress,
  type ResendRequester,
  Resends,
  type ResendState,
  resendView,
  WebhookId
} from "@sellerkit/core"
import { Effect, Schema } from "effect"
import { decodeInput } from "./InputInvalid.ts"
import type { Run } from "./Run.ts"
import { decodeSeller, type Seller } from "./Seller.ts"

export interface ResendPeriod {
  /** Of events that happened from then on. */
  readonly since: Date
  /** And until then; until now, when absent. */
  readonly until?: Date | undefined
  /** Only what was dropped, also without an attempt. What was delivered as well, when absent. */
  readonly onlyFailed?: boolean | undefined
  /** At most so many events are put back among what waits: 1 to 10,000. 100, when absent. */
  readonly eventsPerSecond?: number | undefined
}

export interface ResendRecord {
  readonly id: string
  readonly webhookId: string
  /** Of a resend of one delivery. */
  readonly deliveryId?: string
  /** The others are those of a period. */
  readonly since?: Date
  readonly until?: Date
  readonly onlyFailed?: boolean
  readonly eventsPerSecond: number
  /** `stopped`: the webhook was disabled or deleted meanwhile. */
  readonly state: ResendState
  /** How many events there were to look at as it began. */
  readonly total: number
  /** How many of them have been looked at. */
  readonly examined: number
  /** How many of those wait to be delivered again, or already were. */
  readonly resent: number
  /** How many of those that have been looked at waited already, and were left as they were. */
  readonly alreadyWaiting: number
  /** The webhook pauses after a failure: nothing is sent to it before. */
  readonly backingOffUntil?: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * Resends are jobs that whoever delivers goes on with. Events keep their ids and idempotency keys; test events are never sent
 * again.
 */
export interface SellerkitResends {
  /**
   * Begins to send a webhook's events of a period again, the oldest first. Rejects with `WebhookNotFound`, or with
   * `ResendToDisabled`.
   */
  ofPeriod(seller: Seller, webhookId: string, period: ResendPeriod): Promise<ResendRecord>
  /** Begins to send the events of one delivery to its webhook again. Rejects with `DeliveryNotFound` as well. */
  ofDelivery(seller: Seller, deliveryId: string): Promise<ResendRecord>
  /** How far it is. Rejects with `ResendNotFound`; a resend is known for 30 days after its end. */
  get(seller: Seller, id: string): Promise<ResendRecord>
  /** Ends it; one that has ended stays as it is. What was put back until then is sent. */
  cancel(seller: Seller, id: string): Promise<ResendRecord>
}

const decodeWebhookId = decodeInput(WebhookId, "webhookId")
const decodeDeliveryId = decodeInput(DeliveryId, "deliveryId")
const decodeId = decodeInput(ResendId, "id")
const decodePeriod = decodeInput(
  Schema.Struct({
    since: Schema.DateTimeUtcFromDate,
    until: Schema.optional(Schema.DateTimeUtcFromDate),
    onlyFailed: Schema.Boolean.pipe(Schema.withDecodingDefault(Effect.succeed(false))),
    eventsPerSecond: Schema.optional(EventsPerSecond)
  }),
  "period"
)

type Ask<E> = (resends: Resends["Service"], requester: ResendRequester) => Effect.Effect<ResendProgress, E>

const ask = <E>(seller: Seller, of: Ask<E>) =>
  Effect.gen(function* () {
    const account = yield* decodeSeller(seller)
    const found: ResendRecord = plain(resendView(yield* of(yield* Resends, { account })))
    return found
  })

export const makeResends = (run: Run): SellerkitResends => ({
  ofPeriod: (seller, webhookId, period) =>
    run(
      ask(
        seller,
        Effect.fnUntraced(function* (resends, requester) {
          const id = yield* decodeWebhookId(webhookId)
          const { eventsPerSecond, ...selected } = yield* decodePeriod(period)
          return yield* resends.ofPeriod(requester, id, selected, { eventsPerSecond })
        })
      )
    ),
  ofDelivery: (seller, deliveryId) =>
    run(
      ask(seller, (resends, requester) =>
        Effect.flatMap(decodeDeliveryId(deliveryId), (id) => resends.ofDelivery(requester, id))
      )
    ),
  get: (seller, id) =>
    run(
      ask(seller, (resends, { account }) => Effect.flatMap(decodeId(id), (resendId) => resends.get(account, resendId)))
    ),
  cancel: (seller, id) =>
    run(
      ask(seller, (resends, requester) =>
        Effect.flatMap(decodeId(id), (resendId) => resends.cancel(requester, resendId))
      )
    )
})
