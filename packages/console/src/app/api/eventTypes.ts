/** What the published description of the seller API says of each type of event. */
import { base } from "../routing/base.ts"
import type { EventScope } from "./answers.ts"
import { Failure, failureOf } from "./Failure.ts"

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

/** The service has its description beside the console. Empty where it has none. */
export const loadDescriptions = async (signal: AbortSignal): Promise<ReadonlyArray<EventDescription>> => {
  const response = await fetch(`${base}/../openapi.json`, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new Failure({ kind: "unreachable" })
  })
  if (response.status === 404) return []
  if (!response.ok) throw failureOf(response.status, response.headers, "")
  return describedEvents(await response.json())
}

/** A type of event, with what is said of it. */
export interface EventKind extends Partial<Pick<EventDescription, "example" | "schema">> {
  readonly scope: string
  readonly scopeName: string
  readonly type: string
  readonly name: string
}

export const eventKinds = (
  scopes: ReadonlyArray<EventScope>,
  descriptions: ReadonlyArray<EventDescription>
): ReadonlyArray<EventKind> =>
  scopes.flatMap(({ eventTypes, key, name: scopeName }) =>
    eventTypes.map((eventType): EventKind => {
      const described = descriptions.find(({ scope, type }) => scope === key && type === eventType.key)
      return {
        scope: key,
        scopeName,
        type: eventType.key,
        name: eventType.name,
        ...(described && { schema: described.schema, example: described.example })
      }
    })
  )
