/** Sending a seller's events again, after a receiver lost or missed some. */
import {
  DeliveryId,
  EventsPerSecond,
  type Plain,
  plain,
  ResendId,
  type ResendView,
  TimeFromDate,
  WebhookId
} from "@sellerkit/core"
import { resendOperations } from "@sellerkit/core/operator"
import { Effect, Schema } from "effect"
import { decodeInput, type InputInvalid } from "../InputInvalid.ts"
import type { Run } from "../Run.ts"
import { type About, about, decodeSeller, type Seller } from "../Seller.ts"

export interface ResendPeriod {
  /** Events that happened from this time on. */
  readonly since: Date
  /** And until this time; until now, when absent. */
  readonly until?: Date | undefined
  /** Only dropped events, those without an attempt included. Delivered events as well, when absent. */
  readonly onlyFailed?: boolean | undefined
  /** At most so many events are put back among what waits: 1 to 10,000. 100, when absent. */
  readonly eventsPerSecond?: number | undefined
}

export interface ResendRecord extends Plain<ResendView> {}

/**
 * Resends are jobs of the processes that deliver. Events keep their ids and idempotency keys; test events are never sent
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
    since: TimeFromDate,
    until: Schema.optional(TimeFromDate),
    onlyFailed: Schema.Boolean.pipe(Schema.withDecodingDefault(Effect.succeed(false))),
    eventsPerSecond: Schema.optional(EventsPerSecond)
  }),
  "period"
)

type Operations = Effect.Success<typeof resendOperations>

const record: (view: ResendView) => ResendRecord = plain

const ask = <Id, E>(
  seller: Seller,
  decode: Effect.Effect<Id, InputInvalid>,
  operation: (operations: Operations, asked: About<{ readonly id: Id }>) => Effect.Effect<ResendView, E>
) =>
  Effect.gen(function* () {
    const account = yield* decodeSeller(seller)
    const asked = about(account, { id: yield* decode })
    return record(yield* operation(yield* resendOperations, asked))
  })

export const makeResends = (run: Run): SellerkitResends => ({
  ofPeriod: (seller, webhookId, period) =>
    run(
      ask(seller, decodeWebhookId(webhookId), ({ ofPeriod }, asked) =>
        Effect.flatMap(decodePeriod(period), ({ eventsPerSecond, onlyFailed, since, until }) => {
          const payload = { since, onlyFailed, ...(until && { until }), ...(eventsPerSecond && { eventsPerSecond }) }
          return ofPeriod({ ...asked, payload })
        })
      )
    ),
  ofDelivery: (seller, deliveryId) =>
    run(ask(seller, decodeDeliveryId(deliveryId), ({ ofDelivery }, asked) => ofDelivery(asked))),
  get: (seller, id) => run(ask(seller, decodeId(id), ({ get }, asked) => get(asked))),
  cancel: (seller, id) => run(ask(seller, decodeId(id), ({ cancel }, asked) => cancel(asked)))
})
