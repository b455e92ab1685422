/** What a webhook is to be subscribed to. */
import { publishedCatalog } from "@sellerkit/core"
import { Effect, Option } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import type { SellerAccess, SellerOperations } from "../connection/SellerAccess.ts"
import { matchingTypes, type NamedType, readTypes } from "../events/eventTypes.ts"

/** A token that lacks a category may not subscribe to its events. The service has the last word, and knows further events. */
const isWithin =
  ({ categories }: SellerAccess) =>
  ({ event, scope }: NamedType): boolean => {
    const category = publishedCatalog.find(scope, event)?.scope.category
    return category === undefined || Option.isNone(categories) || categories.value.includes(category)
  }

const patternsOf = (list: string): ReadonlyArray<string> =>
  list
    .split(",")
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "")

/** Everything that the list of patterns names, or without one, everything that may be subscribed to. */
export const subscriptionsFor = Effect.fnUntraced(function* (
  access: SellerAccess,
  owner: SellerOperations,
  list: Option.Option<string>
) {
  const types = yield* readTypes(owner)
  const patterns = patternsOf(Option.getOrElse(list, () => "*"))
  if (patterns.length === 0) {
    return yield* new CommandFailed({
      message: "--events takes types such as card_changed or content/*, with commas between them"
    })
  }
  const named = yield* Effect.mapError(
    Effect.fromResult(matchingTypes(patterns, types)),
    (message) => new CommandFailed({ message })
  )
  const wanted = Option.isSome(list) ? named : named.filter(isWithin(access))
  return wanted.map(({ event, scope }) => ({ scope, event }))
})
