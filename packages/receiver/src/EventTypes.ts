/**
 * What kinds of events a receiver knows, as a type: each payload by its event's name, which is scope and type, such as
 * `"content/card_changed"`. Nothing of it is there at run time: the sender has checked what it publishes.
 */

type ScopeOf<Name> = Name extends `${infer Scope}/${string}` ? Scope : string
type TypeOf<Name> = Name extends `${string}/${infer Type}` ? Type : string

/** One event of a notification. */
export interface ReceivedEvent<Name extends string = string, Payload = unknown> {
  /** Whose event it is. An idempotency key is unique among the events of its seller only. */
  readonly sellerId: string
  readonly id: string
  /** The same each time the event comes. */
  readonly idempotencyKey: string
  readonly time: Date
  /** Scope and type, with a slash between them. */
  readonly name: Name
  readonly scope: ScopeOf<Name>
  readonly type: TypeOf<Name>
  /** Sent to try the webhook out: nothing has happened. */
  readonly test: boolean
  readonly payload: Payload
}

/** Any of the events of some types. */
export type EventOf<Types extends object> = {
  readonly [Name in keyof Types & string]: ReceivedEvent<Name, Types[Name]>
}[keyof Types & string]

/** What an `EventCatalog` of `@sellerkit/core` looks like to the type below, which needs nothing of it but its type. */
interface Catalog {
  readonly scopes: ReadonlyArray<{
    readonly key: string
    readonly eventTypes: ReadonlyArray<{ readonly key: string; readonly payload: { readonly Encoded: unknown } }>
  }>
}

type NamedPayload<Scope> = Scope extends {
  readonly key: infer ScopeKey
  readonly eventTypes: ReadonlyArray<infer Type>
}
  ? Type extends { readonly key: infer TypeKey; readonly payload: { readonly Encoded: infer Payload } }
    ? readonly [name: `${ScopeKey & string}/${TypeKey & string}`, payload: Payload]
    : never
  : never

/** The event types of a catalog: `EventTypesOf<typeof catalog>`. */
export type EventTypesOf<From extends Catalog> = {
  readonly [Named in NamedPayload<From["scopes"][number]> as Named[0]]: Named[1]
}
