/** Whose data the current page shows: the address says it, and the session of a portal allows no other. */
import { computed } from "@preact/signals"
import type { Account } from "../api/Account.ts"
import { match, query } from "../routing/location.ts"
import { session } from "../session/session.ts"

/** Undefined on pages that are not about one seller. */
export const currentAccount = computed<Account | undefined>(() => {
  const { face, sandbox = false, sellerId } = session.value ?? {}
  if (face === "portal" && sellerId !== undefined) return { sellerId, sandbox }
  const named = match.value?.parameters["sellerId"]
  return named === undefined ? undefined : { sellerId: named, sandbox: query.value.get("sandbox") === "true" }
})

/** The part of the query that says so, for links from one page of an account to another. */
export const accountQuery = ({ sandbox }: Account): { readonly sandbox?: true } =>
  session.value?.face !== "portal" && sandbox ? { sandbox: true } : {}
