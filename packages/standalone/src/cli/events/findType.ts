/** Which type of event is meant: `card_changed`, or `content/card_changed`. */
import { publishedCatalog } from "@sellerkit/core"
import { Effect, Option } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import type { Connection, GivenAccount } from "../connection/connection.ts"
import { sellerAccess } from "../connection/SellerAccess.ts"
import { printable } from "../output/printable.ts"
import { type NamedType, readTypes, shownType, typesOf, withTypes } from "./eventTypes.ts"

export interface PublishedType {
  readonly scope: string
  readonly type: string
  /** A payload, of the types that are known everywhere. */
  readonly example?: unknown
}

const publishedTypes = typesOf(publishedCatalog.scopes)

const means =
  (text: string) =>
  ({ event, scope }: NamedType): boolean =>
    text === event || text === `${scope}/${event}`

/** The types of the service, which may have others than the published ones; none where it does not list them. */
const typesOfService = (connection: Connection & GivenAccount) =>
  sellerAccess({ ...connection, token: Option.none() }).pipe(
    Effect.flatMap((access) => access.as(null)),
    Effect.flatMap(readTypes),
    Effect.option
  )

const failed = (said: string, types: ReadonlyArray<NamedType>) => new CommandFailed({ message: withTypes(said, types) })

/** Where no type is named, or an unknown one, the failure lists all types. */
export const findType = Effect.fnUntraced(function* (
  named: Option.Option<string>,
  connection: Connection & GivenAccount
) {
  const text = Option.getOrElse(named, () => "")
  const published = publishedTypes.find(means(text))
  if (published !== undefined) {
    const { event, scope } = published
    const { eventType } = publishedCatalog.find(scope, event)!
    return { scope, type: event, example: eventType.example } satisfies PublishedType as PublishedType
  }
  const told = yield* typesOfService(connection)
  const types = Option.getOrElse(told, () => publishedTypes)
  if (Option.isNone(named)) return yield* failed("Name the type of the event", types)
  const [found, ...others] = types.filter(means(text))
  if (found !== undefined && others.length > 0) {
    const both = [found, ...others].map(shownType).join(" and ")
    return yield* failed(`There are ${both}: name the event with its scope`, types)
  }
  if (found !== undefined) return { scope: found.scope, type: found.event }
  const [, scope, type] = /^([^/]+)\/(.+)$/.exec(text) ?? []
  // A service that does not list its types may still know this one.
  if (Option.isNone(told) && scope !== undefined && type !== undefined) return { scope, type }
  return yield* failed(`There is no event type ${printable(text)}`, types)
})
