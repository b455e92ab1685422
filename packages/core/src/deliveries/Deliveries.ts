/** What became of events: the delivery history that an owner sees, and the fates that the operator sees. */
import { Clock, Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { type Account, mayView, type Owner, type Viewer } from "../access/Account.ts"
import type { EventId } from "../catalog/NewEvent.ts"
import { EventNotFound } from "../events/Event.ts"
import { Events } from "../events/Events.ts"
import { type TimePage, type TimePageRequest, toPage } from "../pagination/TimePage.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { WebhookId } from "../webhooks/Webhook.ts"
import { WebhookNotFound } from "../webhooks/WebhookErrors.ts"
import { sortWebhooks } from "../webhooks/WebhookOrder.ts"
import { WebhookStore } from "../webhooks/WebhookStore.ts"
import { type Delivery, type DeliveryId, DeliveryNotFound } from "../delivery/queue/Delivery.ts"
import {
  type AccountDeliveryFilter,
  type DeliveryFilter,
  DeliveryLog,
  type HourOfDeliveries
} from "../delivery/queue/DeliveryLog.ts"
import { DeliveryQueue } from "../delivery/queue/DeliveryQueue.ts"
import type { EventFates, EventRecipients } from "../delivery/queue/EventFate.ts"
import { ResendToDisabled } from "../delivery/resend/Resend.ts"
import { type MonitoredWebhook, monitored, monitoredEach } from "./MonitoredWebhook.ts"

// our choice: a storage counts the attempts of a day at once, so that no count holds up others for long.
const countedAtOnce = Duration.toMillis("1 day")

const hourLength = Duration.toMillis("1 hour")

const hoursUntilNow = Effect.fnUntraced(function* (
  log: DeliveryLog["Service"],
  account: Account,
  id: WebhookId,
  days: number
) {
  const since = (yield* Clock.currentTimeMillis) - days * countedAtOnce
  // The first hour is whole as well.
  const first = since - (since % hourLength)
  const starts = Array.from({ length: days + 1 }, (_, day) => first + day * countedAtOnce)
  const counted = yield* Effect.forEach(starts, (from) => log.hours(account, id, from, from + countedAtOnce))
  return counted.flat()
})

interface FateServices {
  readonly events: Events["Service"]
  readonly log: DeliveryLog["Service"]
  readonly queue: DeliveryQueue["Service"]
  readonly webhooks: WebhookStore["Service"]
}

const makeFates = ({ events, log, queue, webhooks }: FateServices) => {
  /** What it came to at the webhooks that a service has now. */
  const ofService = Effect.fnUntraced(function* (owner: Owner, event: EventRecipients) {
    yield* events.get(owner, event.id)
    const own = new Set((yield* webhooks.list(owner)).map(({ id }) => id))
    const recipients = event.webhooks.filter(({ webhookId }) => own.has(webhookId))
    return { ...event, webhooks: recipients, deliveries: yield* log.ofEvent(owner, event.id) }
  })

  return Effect.fnUntraced(function* ({ onlyService: serviceId, ...account }: Viewer, id: EventId) {
    const found = yield* queue.fates(account, id)
    if (Option.isNone(found)) return yield* new EventNotFound({ id })
    return serviceId === undefined
      ? { ...found.value, deliveries: yield* log.ofEventInAccount(account, id) }
      : yield* ofService({ ...account, serviceId }, found.value)
  })
}

const position = ({ id, time }: Delivery) => ({ id, time: DateTime.toEpochMillis(time) })

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
    /**
     * What became of an account's event at each webhook, no matter who owns it, and every attempt. Who sees one service alone sees
     * those of its webhooks that there are. For the operator.
     */
    fates(viewer: Viewer, id: EventId): Effect.Effect<EventFates, EventNotFound | StorageError>
    /**
     * Deliveries to all of an account's webhooks or to one of them, newest first; `success` takes only those that did or
     * did not succeed. For the operator.
     */
    pageOfAccount(
      viewer: Viewer,
      filter: AccountDeliveryFilter,
      request: TimePageRequest
    ): Effect.Effect<TimePage<Delivery>, StorageError>
    /** Attempts to deliver an account's event to any of its webhooks, oldest first. For the operator. */
    ofEventInAccount(account: Account, id: EventId): Effect.Effect<ReadonlyArray<Delivery>, StorageError>
    /** The health of an account's webhooks, the oldest first. For the operator. */
    health(viewer: Viewer): Effect.Effect<ReadonlyArray<MonitoredWebhook>, StorageError>
    /** The health of one webhook of the account. For the operator. */
    healthOf(viewer: Viewer, id: WebhookId): Effect.Effect<MonitoredWebhook, StorageError | WebhookNotFound>
    /** Attempts to deliver to a webhook of the account in the last days, by the hours of UTC in which there were any. For the operator. */
    hours(
      viewer: Viewer,
      id: WebhookId,
      days: number
    ): Effect.Effect<ReadonlyArray<HourOfDeliveries>, StorageError | WebhookNotFound>
    /**
     * Ends the pause of a webhook whose receiver is back: what waits is sent now. Gives how the webhook does then. Where a
     * request is in flight nothing changes. For the operator.
     */
    retry(
      viewer: Viewer,
      id: WebhookId
    ): Effect.Effect<MonitoredWebhook, ResendToDisabled | StorageError | WebhookNotFound>
  }
>()("@sellerkit/core/delivery/Deliveries") {
  static readonly layer: Layer.Layer<Deliveries, never, DeliveryLog | DeliveryQueue | Events | WebhookStore> =
    Layer.effect(
      Deliveries,
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        const queue = yield* DeliveryQueue
        const events = yield* Events
        const webhooks = yield* WebhookStore
        const find = Effect.fnUntraced(function* (viewer: Viewer, id: WebhookId) {
          const webhook = yield* webhooks.find(viewer, id)
          if (Option.isSome(webhook) && mayView(viewer, webhook.value.owner)) return webhook.value
          return yield* new WebhookNotFound({ id })
        })
        const healthOf = Effect.fnUntraced(function* (viewer: Viewer, id: WebhookId) {
          const webhook = yield* find(viewer, id)
          const [lane] = yield* queue.lanes([webhook])
          return monitored(webhook, lane)
        })
        const fates = makeFates({ events, log, queue, webhooks })
        return Deliveries.of({
          get: Effect.fn("Deliveries.get")(function* (owner, id) {
            const delivery = yield* log.get(owner, id)
            return Option.isSome(delivery) ? delivery.value : yield* new DeliveryNotFound({ id })
          }),
          page: Effect.fn("Deliveries.page")(function* (owner, filter, request) {
            const found = yield* log.find(owner, filter, request)
            return toPage(request, found, position)
          }),
          ofEvent: Effect.fn("Deliveries.ofEvent")(function* (owner, id) {
            yield* events.get(owner, id)
            return yield* log.ofEvent(owner, id)
          }),
          pageOfAccount: Effect.fn("Deliveries.pageOfAccount")(function* (viewer, filter, request) {
            return toPage(request, yield* log.findInAccount(viewer, filter, request), position)
          }),
          ofEventInAccount: (account, id) => log.ofEventInAccount(account, id),
          health: Effect.fn("Deliveries.health")(function* (viewer) {
            const found = (yield* webhooks.listAll(viewer)).filter(({ owner }) => mayView(viewer, owner))
            const lanes = yield* queue.lanes(found)
            return monitoredEach(sortWebhooks(found, "createdAtAsc"), lanes)
          }),
          healthOf: Effect.fn("Deliveries.healthOf")(healthOf),
          hours: Effect.fn("Deliveries.hours")(function* (viewer, id, days) {
            yield* find(viewer, id)
            return yield* hoursUntilNow(log, viewer, id, days)
          }),
          retry: Effect.fn("Deliveries.retry")(function* (viewer, id) {
            const { enabled } = yield* find(viewer, id)
            if (!enabled) return yield* new ResendToDisabled({ webhookId: id })
            yield* queue.endPause(viewer, id)
            return yield* healthOf(viewer, id)
          }),
          fates: Effect.fn("Deliveries.fates")(fates)
        })
      })
    )
}
