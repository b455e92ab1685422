/** What a description of the seller API says of each type of event. */

export interface EventDescription {
  readonly scope: string
  readonly type: string
  /** JSON Schema of the payload. */
  readonly schema: unknown
  readonly example: unknown
}

type Unknown = Readonly<Record<string, unknown>>

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, name) => (Object(inner) as Unknown)[name], value)

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** `document` is OpenAPI. What is not as expected is left out: a page without an example is better than none. */
export const describedEvents = (document: unknown): ReadonlyArray<EventDescription> =>
  listOf(at(document, "components", "schemas", "Notification", "properties", "events", "items", "anyOf")).flatMap(
    (event) => {
      const scope = at(event, "properties", "scope", "const")
      const type = at(event, "properties", "type", "const")
      const schema = at(event, "properties", "payload")
      if (typeof scope !== "string" || typeof type !== "string") return []
      const { examples, ...rest } = Object(schema) as Unknown
      return [{ scope, type, schema: rest, example: listOf(examples)[0] }]
    }
  )
