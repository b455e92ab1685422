/** Events: publish them, send test events, read an owner's event history (Seller Webhooks Service, Events). */
import { Context, DateTime, Effect, Layer, Option, type Tracer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Account, Owner } from "../access/Account.ts"
import type { Actor } from "../access/Actor.ts"
import { Catalog } from "../catalog/Catalog.ts"
import type { EventId, NewEvent } from "../catalog/NewEvent.ts"
import { draftEntry } from "../history/HistoryDraft.ts"
import { recordRefusal } from "../history/recordRefusal.ts"
import { Quotas } from "../limits/Quotas.ts"
import { currentTraceparent, inSpan } from "../observability/Tracing.ts"
import { type TimePage, type TimePageRequest, toPage } from "../pagination/TimePage.ts"
import { Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { Webhook, WebhookId } from "../webhooks/Webhook.ts"
import { NoSubscriptions, type WebhookDisabled, type WebhookNotFound } from "../webhooks/WebhookErrors.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import {
  type Event,
  EventNotFound,
  type EventsRejected,
  type IdempotencyConflict,
  type PublishedEvent
} from "./Event.ts"
import { type EventInput, makeIntake } from "./EventIntake.ts"
import { countThatFit, payloadBytes } from "./EventPage.ts"
import { type EventFilter, EventStore } from "./EventStore.ts"
import { recordPublication } from "./publicationReport.ts"

const publicationSpan =
  ({ sellerId }: Account, inputs: ReadonlyArray<EventInput>) =>
  (): Tracer.SpanOptionsNoTrace => ({
    kind: "producer",
    attributes: { "sellerkit.seller.id": sellerId, "messaging.batch.message_count": inputs.length }
  })

/** The events with their place in the current trace, where there is one. */
const inCurrentTrace = (events: ReadonlyArray<NewEvent>): Effect.Effect<ReadonlyArray<NewEvent>> =>
  Effect.map(currentTraceparent, (traceparent) =>
    traceparent === undefined ? events : events.map((event) => ({ ...event, traceparent }))
  )

export class Events extends Context.Service<
  Events,
  {
    /**
     * All of the events are taken, durably, or none is. Fails with everything that is wrong with them, or when an
     * idempotency key belongs to an event with another content.
     */
    publish(
      account: Account,
      inputs: ReadonlyArray<EventInput>
    ): Effect.Effect<ReadonlyArray<PublishedEvent>, EventsRejected | IdempotencyConflict | StorageError>
    /**
     * One event, marked as a test, for each subscription of the webhook (Seller Webhooks Service, Endpoints). Fails when
     * the webhook is subscribed to nothing or disabled.
     */
    sendTest(
      actor: Actor,
      id: WebhookId
    ): Effect.Effect<ReadonlyArray<NewEvent>, NoSubscriptions | StorageError | WebhookDisabled | WebhookNotFound>
    /** An event that goes to one of the owner's webhooks; any other is not found. */
    get(owner: Owner, id: EventId): Effect.Effect<Event, EventNotFound | StorageError>
    /** The events that go to the owner's webhooks, or to one of them, newest first. */
    page(owner: Owner, filter: EventFilter, request: TimePageRequest): Effect.Effect<TimePage<Event>, StorageError>
  }
>()("@sellerkit/core/events/Events") {
  static readonly layer: Layer.Layer<Events, never, EventStore | Records | SecureRandom.SecureRandom | Webhooks> =
    Layer.effect(
      Events,
      Effect.gen(function* () {
        const store = yield* EventStore
        const records = yield* Records
        const webhooks = yield* Webhooks
        const catalog = yield* Catalog
        const { eventPayload } = yield* Quotas
        const random = yield* SecureRandom.SecureRandom
        const intake = makeIntake({ catalog, largestPayload: eventPayload, random })

        const publish = (account: Account, inputs: ReadonlyArray<EventInput>) =>
          Effect.flatMap(Effect.flatMap(intake(inputs), inCurrentTrace), (events) =>
            events.length === 0
              ? Effect.succeed([])
              : Effect.tap(store.append(account, events), (published) => recordPublication(events, published))
          )

        /** Subscriptions to types that have left the catalog have no example to send. */
        const examplesFor = (webhook: Webhook) =>
          webhook.subscriptions.flatMap(({ event, scope }): ReadonlyArray<EventInput> => {
            const entry = catalog.find(scope, event)
            return entry === undefined ? [] : [{ scope, type: event, payload: entry.eventType.example }]
          })

        const sendTest = Effect.fn("Events.sendTest")(function* (actor: Actor, id: WebhookId) {
          const key = { owner: actor.owner, id }
          const entry = yield* Effect.provideService(
            draftEntry(actor, "sendTestEvent"),
            SecureRandom.SecureRandom,
            random
          )
          return yield* Effect.gen(function* () {
            const webhook = yield* webhooks.get(key)
            const examples = examplesFor(webhook)
            if (examples.length === 0) return yield* new NoSubscriptions({ id })
            // An example that its own schema refuses is a mistake in the catalog.
            const events = yield* inCurrentTrace(yield* Effect.orDie(intake(examples)))
            yield* store.appendTest(key, events, entry.succeeded(id, id))
            return events
          }).pipe(recordRefusal(records, entry, id))
        })

        return Events.of({
          publish: (account, inputs) =>
            inSpan(publish(account, inputs), "Events.publish", publicationSpan(account, inputs)),
          sendTest,
          get: Effect.fn("Events.get")(function* (owner, id) {
            const event = yield* store.get(owner, id)
            return Option.isSome(event) ? event.value : yield* new EventNotFound({ id })
          }),
          page: Effect.fn("Events.page")(function* (owner, filter, request) {
            const found = yield* store.find(owner, filter, request)
            const limit = countThatFit(found.map(payloadBytes), request.limit)
            return toPage({ ...request, limit }, found, ({ id, time }) => ({ id, time: DateTime.toEpochMillis(time) }))
          })
        })
      })
    )
}
