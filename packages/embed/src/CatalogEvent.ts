/**
 * Types of the events and subscriptions of a catalog, for the compiler: which pairs of scope and type there are, and what each
 * carries.
 */
import type { EventScope, EventType, Subscription } from "@sellerkit/core"
import type { Brand } from "effect"

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

type SubscriptionOfScope<Scope extends EventScope> =
  Scope extends EventScope<infer Key, infer Types>
    ? { readonly scope: Key; readonly event: Types[number]["key"] }
    : never

/** A subscription to one of the event types of a catalog with these scopes. */
export type CatalogSubscription<Scopes extends ReadonlyArray<EventScope>> = SubscriptionOfScope<Scopes[number]>

/**
 * A subscription as a webhook has it, which an edit takes back as it is. Its event type may be one that the catalog has no
 * longer; an edit refuses that with `InputInvalid`.
 */
export type StoredSubscription = Brand.Branded<Subscription, "StoredSubscription">
