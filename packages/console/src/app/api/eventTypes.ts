/** What the published description of the seller API says of each type of event. */
import { base } from "../routing/base.ts"
import type { EventScope } from "./http/answers.ts"
import { describedEvents, type EventDescription } from "./describedEvents.ts"
import { Failure, failureOf } from "./http/Failure.ts"
import { parsed, readText } from "./http/request.ts"

/** The service has its description beside the console. Empty where it has none. */
export const loadDescriptions = async (signal: AbortSignal): Promise<ReadonlyArray<EventDescription>> => {
  const response = await fetch(`${base}/../openapi.json`, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new Failure({ kind: "unreachable" })
  })
  if (response.status === 404) return []
  if (!response.ok) throw failureOf(response.status, response.headers, "")
  return parsed(await readText(response, signal), (text) => describedEvents(JSON.parse(text)))
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
