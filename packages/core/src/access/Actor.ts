/** Who performs an operation, as change history will name it. */
import { Schema } from "effect"
import type { Caller } from "./Access.ts"
import { Owner } from "./Account.ts"
import { Category } from "./Category.ts"

/**
 * Where a change came from. The values are ours: the document shows none. `api` a call of the webhook API, `operator` the
 * operator interface, `system` the service itself.
 */
export const Source = Schema.Literals(["api", "operator", "system"])
export type Source = typeof Source.Type

export const Actor = Schema.Struct({
  owner: Owner,
  source: Source,
  /** Categories that its subscriptions may use; the operator and the service itself have all of them. */
  categories: Schema.Array(Category),
  userId: Schema.optionalKey(Schema.Int),
  ip: Schema.optionalKey(Schema.String)
})
export type Actor = typeof Actor.Type

/** The caller of the API as an actor; `ip` where its address is known. */
export const actorOf = (caller: Caller, ip: string | undefined): Actor => ({
  owner: caller.owner,
  source: "api",
  categories: caller.categories,
  ...(caller.userId === undefined ? undefined : { userId: caller.userId }),
  ...(ip === undefined ? undefined : { ip })
})

/** The operator or the service itself, acting on what `owner` owns. */
export const onBehalfOf = (owner: Owner, source: Exclude<Source, "api">, ip?: string): Actor => ({
  owner,
  source,
  categories: Category.literals,
  ...(ip === undefined ? undefined : { ip })
})
