/** Events as a catalog says that they are, for the compiler: which pairs of scope and type there are, and what each carries. */
import type { EventScope, EventType } from "@sellerkit/core"

/** What an event has whatever its type. */
interface EventFields {
  /** When it happened; now, when absent. */
  readonly time?: Date | undefined
  /** Makes repeating the call safe; the event's id, when absent. */
  readonly idempotencyKey?: string | undefined
}

type EventOfType<Scope extends string, Type extends EventType> =
  Type extends EventType<infer Key, infer Payload>
    ? EventFields & { readonly scope: Scope; readonly type: Key; readonly payload: Payload["Encoded"] }
    : never

type EventOfScope<Scope extends EventScope> =
  Scope extends EventScope<infer Key, infer Types> ? EventOfType<Key, Types[number]> : never

/** One of the events of a catalog with these scopes. */
export type CatalogEvent<Scopes extends ReadonlyArray<EventScope>> = EventOfScope<Scopes[number]>
