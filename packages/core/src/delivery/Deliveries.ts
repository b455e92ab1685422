/** What became of events: the delivery history that an owner sees, and the fates that the operator sees. */
import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { Account, Owner } from "../access/Account.ts"
import { type EventId, EventNotFound } from "../events/Event.ts"
import { Events } from "../events/Events.ts"
import { type TimePage, type TimePageRequest, toPage } from "../pagination/TimePage.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { type Delivery, type DeliveryId, DeliveryNotFound } from "./Delivery.ts"
import { type DeliveryFilter, DeliveryLog } from "./DeliveryLog.ts"
import { DeliveryQueue } from "./DeliveryQueue.ts"
import type { EventFates } from "./EventFate.ts"

export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** A delivery to one of the owner's webhooks (Seller Webhooks Service, Delivery); any other is not found. */
    get(owner: Owner, id: DeliveryId): Effect.Effect<Delivery, DeliveryNotFound | StorageError>
    /** The owner's deliveries, or those to one of its webhooks, newest first. */
    page(
      owner: Owner,
      filter: DeliveryFilter,
      request: TimePageRequest
    ): Effect.Effect<TimePage<Delivery>, StorageError>
    /** For all of the owner's webhooks that the event goes to (Seller Webhooks Service, Endpoints, rule 4). */
    ofEvent(owner: Owner, id: EventId): Effect.Effect<ReadonlyArray<Delivery>, EventNotFound | StorageError>
    /** What became of an account's event at each webhook, whoever owns it. For the operator. */
    fates(account: Account, id: EventId): Effect.Effect<EventFates, EventNotFound | StorageError>
  }
>()("@sellerkit/core/delivery/Deliveries") {
  static readonly layer: Layer.Layer<Deliveries, never, DeliveryLog | DeliveryQueue | Events> = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const log = yield* DeliveryLog
      const queue = yield* DeliveryQueue
      const events = yield* Events
      return Deliveries.of({
        get: Effect.fn("Deliveries.get")(function* (owner, id) {
          const delivery = yield* log.get(owner, id)
          return Option.isSome(delivery) ? delivery.value : yield* new DeliveryNotFound({ id })
        }),
        page: Effect.fn("Deliveries.page")(function* (owner, filter, request) {
          const found = yield* log.find(owner, filter, request)
          return toPage(request, found, ({ id, time }) => ({ id, time: DateTime.toEpochMillis(time) }))
        }),
        ofEvent: Effect.fn("Deliveries.ofEvent")(function* (owner, id) {
          yield* events.get(owner, id)
          return yield* log.ofEvent(owner, id)
        }),
        fates: Effect.fn("Deliveries.fates")(function* (account, id) {
          const fates = yield* queue.fates(account, id)
          return Option.isSome(fates) ? fates.value : yield* new EventNotFound({ id })
        })
      })
    })
  )
}
