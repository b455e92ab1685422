/** The event types there are (Seller Webhooks Service, Event scope). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { Admission } from "../../http/middleware/Admission.ts"
import { operation } from "../../http/operation/Operation.ts"
import { webhookLimits } from "../../webhooks/http/webhookLimits.ts"

const EventTypeView = Schema.Struct({ name: Schema.String, key: Schema.String }).annotate({ identifier: "EventType" })

const EventScopeView = Schema.Struct({
  name: Schema.String,
  key: Schema.String,
  eventTypes: Schema.Array(EventTypeView)
}).annotate({ identifier: "EventScope" })

// Takes no input, so it has no 400 to declare and needs no validation.
export class EventTypesApi extends HttpApiGroup.make("eventTypes")
  .add(
    HttpApiEndpoint.get("list", "/event-scopes", {
      success: Schema.Struct({ eventScopes: Schema.Array(EventScopeView) })
    }).annotateMerge(
      operation({
        summary: "List event types",
        description: "The scopes and their event types: the pairs that a webhook can subscribe to.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookReads
      })
    )
  )
  .prefix("/api/v1")
  .middleware(Admission)
  .annotateMerge(OpenApi.annotations({ title: "Event types", description: "What a webhook can subscribe to." })) {}
