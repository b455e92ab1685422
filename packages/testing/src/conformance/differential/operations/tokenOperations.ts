/** Operations on revoked tokens. */
import { RevokedTokens } from "@sellerkit/core"
import { Effect } from "effect"
import { at } from "../../../fixtures.ts"
import type { OperationOf } from "../Operation.ts"
import type { Trial } from "../Trial.ts"

export const revokeToken = ({ token, validSeconds }: OperationOf<"RevokeToken">, { drivers, world }: Trial) => {
  const expiresAt = world.now + validSeconds * 1000
  world.revokedTokens.set(token, Math.max(expiresAt, world.revokedTokens.get(token) ?? 0))
  return drivers.ask(Effect.flatMap(RevokedTokens, (tokens) => tokens.revoke(token, at(expiresAt))))
}

/** A token that has expired may have been forgotten. */
export const readTokens = (_: OperationOf<"ReadTokens">, { drivers, world }: Trial) => {
  const valid = [...world.revokedTokens].flatMap(([token, expiresAt]) => (expiresAt > world.now ? [token] : []))
  return drivers.ask(
    Effect.flatMap(RevokedTokens, (tokens) => Effect.forEach(valid, (token) => tokens.isRevoked(token)))
  )
}
