/** The notification as the OpenAPI document describes it, with the event types of a catalog. */
import type { EventCatalog } from "../../../catalog/Catalog.ts"
import type { EventScope, EventType } from "../../../catalog/EventType.ts"
import { withCategories } from "./categoriesDescription.ts"
import { type Description, mapParts } from "../../../http/description/Description.ts"
import type { Documentation } from "../../../http/description/Documentation.ts"
import { foreignExplainer, ownExplainer } from "../../../http/description/explained.ts"
import type { EventTypeFacts, PayloadSchemas } from "./payloadSchemas.ts"

const eventTypesOf = ({ scopes }: EventCatalog) =>
  scopes.flatMap((scope) => scope.eventTypes.map((eventType) => ({ scope, eventType })))

const object = (properties: Description): Description => ({
  type: "object",
  required: Object.keys(properties),
  properties
})

const uuid = { type: "string", format: "uuid" }

const eventSchema = (scope: EventScope, eventType: EventType, payload: Description): Description => ({
  title: eventType.name,
  ...object({
    id: uuid,
    idempotencyKey: { type: "string" },
    time: { type: "string", format: "date-time" },
    type: { const: eventType.key },
    scope: { const: scope.key },
    test: { type: "boolean" },
    payload: { ...payload, examples: [eventType.example] }
  })
})

const notification = (events: ReadonlyArray<Description>): Description =>
  object({
    sellerId: uuid,
    requestId: uuid,
    events: { type: "array", items: events.length === 0 ? { type: "object" } : { anyOf: events } }
  })

const header = (name: string, description: string, example: string, required = true): Description => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
  example
})

const headers = ({ formats }: Documentation) => [
  header(
    "webhook-id",
    "Standard Webhooks: the notification's id, the same whenever the same events are sent.",
    formats.uuid
  ),
  header("webhook-timestamp", "Standard Webhooks: when it was sent, in seconds since 1970.", "1768469400"),
  header(
    "webhook-signature",
    "Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64.",
    "v1,ZXhhbXBsZSBvZiBhIHNpZ25hdHVyZSwgMzIgYnl0ZXM="
  ),
  header(
    "traceparent",
    "W3C Trace Context: the delivery's place in a trace, where the service is traced.",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    false
  )
]

const tag = "Notifications"

const notificationOperation = (
  catalog: EventCatalog,
  documentation: Documentation,
  exampleOf: (index: number) => unknown
): Description => ({
  tags: [tag],
  operationId: "notification",
  summary: "Notification",
  description: withCategories(
    "Sent to a webhook's URL. Several events travel together when they happen at the same time or could not be delivered before. Answer with status 200 within 10 seconds; everything else is a failure, and is repeated after 10 seconds up to 15 minutes.",
    catalog
  ),
  security: [{ WebhookSecret: [] }],
  parameters: headers(documentation),
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Notification" },
        examples: Object.fromEntries(
          eventTypesOf(catalog).map(({ eventType, scope }, index) => [
            `${scope.key}.${eventType.key}`,
            { summary: eventType.name, value: exampleOf(index) }
          ])
        )
      }
    }
  },
  responses: {
    200: { description: "The notification was received; its events are not sent again." },
    410: { description: "Nobody wants notifications here any more: the webhook is disabled at once." },
    default: { description: "A failure. `Retry-After`, with 429 and 503, is heeded for up to 15 minutes." }
  }
})

const webhookSecret = {
  type: "apiKey",
  in: "header",
  name: "Authorization",
  description: "The webhook's secret, as Create webhook or Refresh secret showed it."
}

const withNotification = (
  spec: Description,
  catalog: EventCatalog,
  { definitions, schemas }: PayloadSchemas,
  documentation: Documentation
): Description => {
  const { components, tags } = spec
  const payloads = foreignExplainer(definitions, documentation)
  const events = eventTypesOf(catalog).map(({ eventType, scope }, index) =>
    eventSchema(scope, eventType, payloads.explained(schemas[index] ?? {}, `${scope.key}/${eventType.key}`))
  )
  const { exampleOf, explained } = ownExplainer({}, documentation)
  const ofEvent = (index: number) => exampleOf(notification([events[index]!]), "Notification")
  return {
    ...spec,
    tags: [...tags, { name: tag, description: "What your URL receives." }],
    webhooks: { notification: { post: notificationOperation(catalog, documentation, ofEvent) } },
    components: {
      ...components,
      schemas: { ...components.schemas, ...definitions, Notification: explained(notification(events), "Notification") },
      securitySchemes: { ...components.securitySchemes, WebhookSecret: webhookSecret }
    }
  }
}

const subscribing: ReadonlySet<unknown> = new Set(["webhooks.create", "webhooks.edit", "webhooks.editAlias"])

const withSubscribing = (spec: Description, catalog: EventCatalog): Description => ({
  ...spec,
  paths: mapParts(spec["paths"], (methods) =>
    mapParts(methods, (operation) => {
      const { description, operationId } = operation
      return subscribing.has(operationId)
        ? { ...operation, description: withCategories(description, catalog) }
        : operation
    })
  )
})

/** The event types of the installation's catalog, where webhooks subscribe to them, and where they are sent. */
export const complete = (
  spec: Description,
  documentation: Documentation,
  { catalog, payloads }: EventTypeFacts
): Description => withNotification(withSubscribing(spec, catalog), catalog, payloads, documentation)
