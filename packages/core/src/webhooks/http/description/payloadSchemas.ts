/** The payloads of a catalog's event types, as OpenAPI writes their schemas. */
import { Effect, JsonSchema, Schema, SchemaRepresentation } from "effect"
import { Catalog, type EventCatalog } from "../../../catalog/Catalog.ts"
import type { Description } from "../../../http/description/Description.ts"
import { readable } from "../../../http/description/readable.ts"

export interface PayloadSchemas {
  /** One for each event type, in the order of the catalog. */
  readonly schemas: ReadonlyArray<Description>
  /** The schemas that they refer to by name. */
  readonly definitions: Description
}

/** A definition whose name is taken gets another name. */
const payloadSchemas = ({ scopes }: EventCatalog, taken: Description): PayloadSchemas => {
  const [first, ...rest] = scopes.flatMap(({ eventTypes }) =>
    eventTypes.map(({ payload }) => Schema.toCodecJson(payload).ast)
  )
  if (first === undefined) return { schemas: [], definitions: {} }
  const representations = SchemaRepresentation.toRepresentations([first, ...rest], {
    referencePolicy: ({ identifier }) =>
      identifier !== undefined && Object.hasOwn(taken, identifier) ? `${identifier}Payload` : identifier
  })
  return readable(JsonSchema.toMultiDocumentOpenApi3_1(SchemaRepresentation.toJsonSchemaMultiDocument(representations)))
}

/** What only an installation knows of its event types. */
export interface EventTypeFacts {
  readonly catalog: EventCatalog
  readonly payloads: PayloadSchemas
}

export const eventTypeFacts = ({ components }: Description): Effect.Effect<EventTypeFacts> =>
  Effect.map(Catalog, (catalog) => ({
    catalog,
    payloads: payloadSchemas(catalog, { ...components.schemas, Notification: true })
  }))
