/**
 * What kinds of events a receiver knows: each payload by its event's name, which is scope and type, such as
 * `"content/card_changed"`. Payloads are only types: the sender has checked what it publishes.
 */
import type { PublishedEvents } from "./PublishedEvents.ts"

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

/** The payload of a declared event type. */
export interface PayloadType<Payload> {
  /** For the compiler: at run time there is none. */
  readonly payload?: Payload
}

/** Says what the events of a declared type carry: `payloadOf<{ nmID: number }>()`. */
export const payloadOf = <Payload>(): PayloadType<Payload> => ({})

/** Event types of one's own: the payload of each by its name. */
export type DeclaredTypes<Own extends object> = { readonly [Name in keyof Own]: PayloadType<Own[Name]> }

/** Nothing but the published events. */
export type NothingDeclared = Readonly<Record<never, never>>

/** The published events and those that are declared beside them; what is declared again replaces what is published. */
export type KnownEvents<Own extends object> = {
  readonly [Name in keyof Own | keyof PublishedEvents]: Name extends keyof Own
    ? Own[Name]
    : Name extends keyof PublishedEvents
      ? PublishedEvents[Name]
      : never
}

/** What an `EventCatalog` of `@sellerkit/core` looks like from here. */
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

/** Declares the event types of a catalog that the program has: `types: eventTypesOf(catalog)`. */
export const eventTypesOf = <const From extends Catalog>({ scopes }: From): DeclaredTypes<EventTypesOf<From>> => {
  const names = scopes.flatMap(({ eventTypes, key }) => eventTypes.map((type) => `${key}/${type.key}`))
  return Object.fromEntries(names.map((name) => [name, payloadOf()])) as DeclaredTypes<EventTypesOf<From>>
}
