/** A token to begin with: for the seller that was made up, with all categories. */
import { TokenIssuer, TokenRequest } from "@sellerkit/core"
import { Effect, Option, Redacted, Schema } from "effect"

const decodeRequest = Schema.decodeUnknownSync(TokenRequest)

/** Undefined where tokens are made elsewhere. */
export const firstToken = Effect.fnUntraced(function* (sellerId: string) {
  const { issue } = yield* TokenIssuer
  const issued = yield* Effect.option(issue(decodeRequest({ sellerId })))
  return Option.getOrUndefined(Option.map(issued, ({ token }) => Redacted.value(token)))
})
