/** Operations on events: publish them, and see what became of one. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { DeliveryView } from "../../deliveries/http/DeliveriesApi.ts"
import { EventFate } from "../../delivery/queue/EventFate.ts"
import { EventId } from "../../catalog/NewEvent.ts"
import { declared } from "../../http/operation/Problem.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { timePageQuery } from "../../pagination/TimePage.ts"
import { Count } from "../../validation/WholeNumber.ts"
import { WebhookId } from "../../webhooks/Webhook.ts"
import { IdempotencyKey } from "../Event.ts"
import { eventFates } from "../EventSelection.ts"
import { DataOf } from "../../operator/DataOf.ts"
import { described } from "../../operator/described.ts"
import { viewerQuery } from "../../operator/viewerQuery.ts"

/** An event as the operator publishes it. */
const EventInput = Schema.Struct({
  scope: Schema.String,
  type: Schema.String,
  payload: Schema.Record(Schema.String, Schema.Unknown),
  time: Schema.optionalKey(Timestamp),
  idempotencyKey: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "EventInput" })

const Publication = Schema.Struct({
  sellerId: SellerId,
  sandbox: Schema.optionalKey(Schema.Boolean),
  events: Schema.Array(EventInput).check(Schema.isBetweenLength(1, 1000))
}).annotate({ identifier: "Publication" })

const PublishedEvent = Schema.Struct({
  id: EventId,
  idempotencyKey: Schema.String,
  deliveries: Count
}).annotate({ identifier: "PublishedEvent" })

/** What every answer says of an event. */
const eventFields = {
  id: EventId,
  idempotencyKey: Schema.String,
  time: Timestamp,
  scope: Schema.String,
  type: Schema.String,
  test: Schema.Boolean
}

/** An event in a list: without its payload, and with what became of it. */
const EventSummary = Schema.Struct({
  ...eventFields,
  waiting: Count,
  delivered: Count,
  dropped: Count
}).annotate({ identifier: "EventSummary" })

export class OperatorEventsApi extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.post("publish", "/events", {
      payload: Publication,
      success: Schema.Struct({ events: Schema.Array(PublishedEvent) }).pipe(HttpApiSchema.status(202)),
      error: [declared.BadRequest, declared.Conflict]
    })
      .annotate(DataOf, "sellerInBody")
      .annotateMerge(
        described(
          "Publish events",
          "Takes all of the events, durably, or none. Payloads are stored and sent as the text that came. Repeating the call with the same idempotency keys is safe."
        )
      ),
    HttpApiEndpoint.get("list", "/sellers/:sellerId/events", {
      params: { sellerId: SellerId },
      query: {
        ...timePageQuery,
        webhookId: Schema.optionalKey(WebhookId),
        scope: Schema.optionalKey(Schema.String),
        type: Schema.optionalKey(Schema.String),
        fate: Schema.optionalKey(Schema.Literals(eventFates)),
        idempotencyKey: Schema.optionalKey(IdempotencyKey),
        ...viewerQuery
      },
      success: Schema.Struct({ events: Schema.Array(EventSummary), next: Schema.String, prev: Schema.String })
    }).annotateMerge(
      described(
        "Events of a seller",
        "Events that went to webhooks of the seller and its services, newest first, and at how many webhooks each waits, has arrived or was dropped. With scope, type or fate a page may have fewer events than its limit, or none, and still lead on. idempotencyKey gives the one event that has the key, whatever else is asked."
      )
    ),
    HttpApiEndpoint.get("fate", "/sellers/:sellerId/events/:id", {
      params: { sellerId: SellerId, id: EventId },
      query: viewerQuery,
      success: Schema.Struct({
        ...eventFields,
        payload: Schema.Record(Schema.String, Schema.Unknown),
        webhooks: Schema.Array(EventFate),
        deliveries: Schema.Array(DeliveryView)
      }),
      error: declared.NotFound
    }).annotateMerge(
      described(
        "Event with its fate",
        "What became of the event at each of its webhooks, when it is tried next, and every attempt so far."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Events", description: "What happens on sellers' accounts." })) {}
