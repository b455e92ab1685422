/** All event types, and the search for a named one. */
import { Effect, Result } from "effect"
import type { SellerOperations } from "../connection/SellerAccess.ts"
import { printable } from "../output/printable.ts"
import { table } from "../output/Table.ts"

/** A pair of scope and event, as subscriptions have it. */
export interface NamedType {
  readonly scope: string
  readonly event: string
  /** For people. */
  readonly name: string
}

interface Scope {
  readonly key: string
  readonly eventTypes: ReadonlyArray<{ readonly key: string; readonly name: string }>
}

export const typesOf = (scopes: ReadonlyArray<Scope>): ReadonlyArray<NamedType> =>
  scopes.flatMap(({ eventTypes, key: scope }) => eventTypes.map(({ key: event, name }) => ({ scope, event, name })))

/** The types of a service. */
export const readTypes = (seller: SellerOperations) =>
  Effect.map(
    seller((api) => api.eventTypes.list()),
    ({ eventScopes }) => typesOf(eventScopes)
  )

export const shownType = ({ event, scope }: Pick<NamedType, "event" | "scope">): string =>
  printable(`${scope}/${event}`)

/** `said`, and the types there are, one below the other. */
export const withTypes = (said: string, types: ReadonlyArray<NamedType>): string => {
  const rows = types.map((type) => [`  ${shownType(type)}`, printable(type.name)])
  return `${said}. There are:\n${table(rows, { paint: (_, text) => text, columns: Infinity })}`
}

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** `*` stands for any characters. A pattern without a slash stands for types of any scope. */
const matcher = (pattern: string): ((type: NamedType) => boolean) => {
  const expression = new RegExp(`^${pattern.split("*").map(literally).join(".*")}$`)
  return ({ event, scope }) => expression.test(pattern.includes("/") ? `${scope}/${event}` : event)
}

/** What the patterns name together, in the order of the types; a failure says which of them names nothing. */
export const matchingTypes = (
  patterns: ReadonlyArray<string>,
  types: ReadonlyArray<NamedType>
): Result.Result<ReadonlyArray<NamedType>, string> => {
  const matchers = patterns.map(matcher)
  const idle = patterns.find((_, index) => !types.some(matchers[index]!))
  return idle === undefined
    ? Result.succeed(types.filter((type) => matchers.some((matches) => matches(type))))
    : Result.fail(withTypes(`There is no event type ${printable(idle)}`, types))
}
