/** The event history operations (Seller Webhooks Service, List events, Get event and Deliveries of one event). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { EventId } from "../../catalog/NewEvent.ts"
import { DeliveryView } from "../../deliveries/http/DeliveriesApi.ts"
import { Admission } from "../../http/middleware/Admission.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { operation } from "../../http/operation/Operation.ts"
import { inPathAs } from "../../http/paths/pathNames.ts"
import { declared } from "../../http/operation/Problem.ts"
import { timePageQuery } from "../../pagination/TimePage.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { WebhookId } from "../../webhooks/Webhook.ts"
import type { Event } from "../Event.ts"
import { payloadValue } from "../Payload.ts"
import { webhookLimits } from "../../webhooks/http/webhookLimits.ts"

const EventView = Schema.Struct({
  id: EventId,
  idempotencyKey: Schema.String,
  time: Timestamp,
  type: Schema.String,
  scope: Schema.String,
  test: Schema.Boolean,
  payload: Schema.Array(Schema.Unknown)
}).annotate({ identifier: "Event" })

/** The payload is an array in a history record and an object in a notification (Seller Webhooks Service, Event). */
export const eventView = (event: Event): typeof EventView.Type => {
  const { id, idempotencyKey, payload, scope, test, time, type } = event
  return { id, idempotencyKey, time, type, scope, test, payload: [payloadValue(payload)] }
}

const params = { eventId: inPathAs("event-id", EventId) }

export class EventsApi extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("list", "/events", {
      query: { ...timePageQuery, webhookId: Schema.optionalKey(WebhookId) },
      success: Schema.Struct({ events: Schema.Array(EventView), next: Schema.String, prev: Schema.String })
    }).annotateMerge(
      operation({
        summary: "List events",
        description: "Events that at least one of the caller's webhooks is subscribed to, newest first.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookHistory
      })
    ),
    HttpApiEndpoint.get("get", "/events/:eventId", {
      params,
      success: EventView,
      error: declared.NotFound
    }).annotateMerge(
      operation({
        summary: "Get event",
        description: "One event of the history.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookHistory
      })
    ),
    HttpApiEndpoint.get("deliveries", "/events/:eventId/deliveries", {
      params,
      success: Schema.Struct({ deliveries: Schema.Array(DeliveryView) }),
      error: declared.NotFound
    }).annotateMerge(
      operation({
        summary: "Deliveries of one event",
        description: "Every attempt to deliver the event to any of the caller's webhooks, oldest first.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookHistory
      })
    )
  )
  .prefix("/api/v1")
  .middleware(RequestValidation)
  .middleware(Admission)
  .annotateMerge(OpenApi.annotations({ title: "Event history", description: "What happened on the account." })) {}
