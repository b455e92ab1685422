/** What kinds of events there are, as data: scopes, and the event types in each. */
import type { Schema } from "effect"
import type { Category } from "../access/Category.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- any codec, whatever it decodes: only `any` is above them all
type PayloadCodec = Schema.Codec<any, any>

/**
 * One kind of event. `payload` validates what is published; fields it does not name are let through, so that
 * publishers can add fields before the schema knows them.
 */
export interface EventType<Key extends string = string, Payload extends PayloadCodec = PayloadCodec> {
  readonly key: Key
  /** What people see. */
  readonly name: string
  readonly payload: Payload
  /** The payload of test events, and the example in the published description. */
  readonly example: Payload["Encoded"]
}

/** A group of event types that share one token category. */
export interface EventScope<
  Key extends string = string,
  Types extends ReadonlyArray<EventType> = ReadonlyArray<EventType>
> {
  readonly key: Key
  readonly name: string
  /** A token must carry it to subscribe (Seller Webhooks Service, Authentication, rule 2). */
  readonly category: Category
  readonly eventTypes: Types
}

/** Keeps the literal types of keys and payloads. */
export const eventType = <const Key extends string, Payload extends PayloadCodec>(
  definition: EventType<Key, Payload>
): EventType<Key, Payload> => definition

export const eventScope = <const Key extends string, const Types extends ReadonlyArray<EventType>>(
  definition: EventScope<Key, Types>
): EventScope<Key, Types> => definition
