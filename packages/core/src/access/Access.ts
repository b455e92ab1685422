/** Who may call an operation: the token types it admits and the category a token must carry. */
import { Context, Schema } from "effect"
import { Owner } from "./Account.ts"
import { Category } from "./Category.ts"

export const TokenType = Schema.Literals(["personal", "service", "base"])
export type TokenType = typeof TokenType.Type

/** What a verified token says about its caller. */
export const Caller = Schema.Struct({
  /** Whose data it acts on: the seller, or one of its services. */
  owner: Owner,
  /** The id by which the token is revoked. */
  tokenId: Schema.String,
  /** Null: the host knows the seller without a token, so that rules about types of tokens say nothing. */
  tokenType: Schema.NullOr(TokenType),
  categories: Schema.Array(Category),
  readOnly: Schema.Boolean,
  /** The person who made the token, where the token says so. */
  userId: Schema.optionalKey(Schema.Int)
})
export type Caller = typeof Caller.Type

/** What an operation asks of a token. */
export interface Access {
  readonly tokenTypes: ReadonlyArray<TokenType>
  /** The category that the token must carry; `any` where no particular one is needed. */
  readonly category: Category | "any"
  /** A category that does as well. */
  readonly otherCategory?: Category
  /** Whether it changes something that read-only tokens may not change. */
  readonly refusesReadOnly?: true
}

/** Why a caller may not use an operation; undefined when it may. */
export const refusal = (access: Access, caller: Caller): string | undefined => {
  const { tokenType } = caller
  if (tokenType !== null && !access.tokenTypes.includes(tokenType)) {
    return `A ${tokenType} token may not call this operation; it takes a ${access.tokenTypes.join(" or ")} token`
  }
  const { category, otherCategory } = access
  const opens = (one: Category): boolean => caller.categories.includes(one)
  if (category !== "any" && !opens(category) && (otherCategory === undefined || !opens(otherCategory))) {
    return `The token lacks the category ${otherCategory === undefined ? category : `${category} or ${otherCategory}`}`
  }
  if (access.refusesReadOnly && caller.readOnly) return "The token is read-only, and this operation changes something"
  return undefined
}

/** The caller of the request being served. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("@sellerkit/core/access/CurrentCaller") {}
