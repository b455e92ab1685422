/** The notification as the OpenAPI document describes it, with the event types of a catalog. */
import { JsonSchema, Schema, SchemaRepresentation } from "effect"
import type { EventCatalog } from "../catalog/Catalog.ts"
import type { EventScope, EventType } from "../catalog/EventType.ts"
import { withCategories } from "./categoriesDescription.ts"
import type { Description } from "./Description.ts"

const eventTypesOf = (catalog: EventCatalog) =>
  catalog.scopes.flatMap((scope) => scope.eventTypes.map((eventType) => ({ scope, eventType })))

/** Payload schemas of the catalog, as OpenAPI writes them. What they call by a name that is taken gets another one. */
const payloadSchemas = (catalog: EventCatalog, taken: Description) => {
  const [first, ...rest] = eventTypesOf(catalog).map(({ eventType }) => Schema.toCodecJson(eventType.payload).ast)
  if (first === undefined) return { schemas: [], definitions: {} }
  const representations = SchemaRepresentation.toRepresentations([first, ...rest], {
    referencePolicy: ({ identifier }) =>
      identifier !== undefined && Object.hasOwn(taken, identifier) ? `${identifier}Payload` : identifier
  })
  return JsonSchema.toMultiDocumentOpenApi3_1(SchemaRepresentation.toJsonSchemaMultiDocument(representations))
}

const eventSchema = (scope: EventScope, eventType: EventType, payload: JsonSchema.JsonSchema): Description => ({
  title: eventType.name,
  type: "object",
  required: ["id", "idempotencyKey", "time", "type", "scope", "test", "payload"],
  properties: {
    id: { type: "string", format: "uuid" },
    idempotencyKey: { type: "string", description: "The same each time the event is sent: process it once." },
    time: { type: "string", format: "date-time" },
    type: { const: eventType.key },
    scope: { const: scope.key },
    test: { type: "boolean", description: "True for test events." },
    payload
  }
})

const notification = (events: ReadonlyArray<Description>): Description => ({
  type: "object",
  required: ["sellerId", "requestId", "events"],
  properties: {
    sellerId: { type: "string", format: "uuid" },
    requestId: { type: "string", format: "uuid", description: "The id of the delivery in the history." },
    events: { type: "array", items: events.length === 0 ? { type: "object" } : { anyOf: events } }
  }
})

const header = (name: string, description: string, required = true): Description => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" }
})

const headers = [
  header("webhook-id", "Standard Webhooks: the notification's id, the same whenever the same events are sent."),
  header("webhook-timestamp", "Standard Webhooks: when it was sent, in seconds since 1970."),
  header("webhook-signature", "Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64."),
  header("traceparent", "W3C Trace Context: the delivery's place in a trace, where the service is traced.", false)
]

const exampleOf = (scope: EventScope, eventType: EventType): Description => ({
  sellerId: "a0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7e",
  requestId: "019845e1-682f-7b02-a706-3b2422d13aec",
  events: [
    {
      id: "019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4",
      idempotencyKey: "019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4",
      time: "2026-01-15T09:30:00.125Z",
      type: eventType.key,
      scope: scope.key,
      test: false,
      payload: eventType.example
    }
  ]
})

const notificationOperation = (catalog: EventCatalog): Description => ({
  operationId: "notification",
  summary: "Notification",
  description: withCategories(
    "Sent to a webhook's URL. Several events travel together when they happen at the same time or could not be delivered before. Answer with status 200 within 10 seconds; everything else is a failure, and is repeated after 10 seconds up to 15 minutes.",
    catalog
  ),
  security: [{ WebhookSecret: [] }],
  parameters: headers,
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Notification" },
        examples: Object.fromEntries(
          eventTypesOf(catalog).map(({ eventType, scope }) => [
            `${scope.key}.${eventType.key}`,
            { summary: eventType.name, value: exampleOf(scope, eventType) }
          ])
        )
      }
    }
  },
  responses: { 200: { description: "The notification was received; its events are not sent again." } }
})

const webhookSecret = {
  type: "apiKey",
  in: "header",
  name: "Authorization",
  description: "The webhook's secret, as Create webhook or Refresh secret showed it."
}

export const withNotification = (spec: Description, catalog: EventCatalog): Description => {
  const { components } = spec
  const { definitions, schemas } = payloadSchemas(catalog, { ...components.schemas, Notification: true })
  const events = eventTypesOf(catalog).map(({ eventType, scope }, index) =>
    eventSchema(scope, eventType, schemas[index] ?? {})
  )
  return {
    ...spec,
    webhooks: { notification: { post: notificationOperation(catalog) } },
    components: {
      ...components,
      schemas: { ...components.schemas, ...definitions, Notification: notification(events) },
      securitySchemes: { ...components.securitySchemes, WebhookSecret: webhookSecret }
    }
  }
}
