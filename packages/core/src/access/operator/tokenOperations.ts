/** Each operation on tokens as one call of a service. */
import { Duration, Effect } from "effect"
import { RevokedTokens } from "../tokens/RevokedTokens.ts"
import { revokeToken, TokenIssuer } from "../tokens/TokenIssuer.ts"
import type { Asked } from "../../operator/Asked.ts"
import type { TokensApi } from "./TokensApi.ts"

export const tokenOperations = Effect.gen(function* () {
  const tokens = yield* TokenIssuer
  const revoked = yield* RevokedTokens
  const revoke = (tokenId: string) => Effect.provideService(revokeToken(tokenId), RevokedTokens, revoked)
  return {
    create: ({ payload: { expiresIn, ...request } }: Asked<typeof TokensApi, "create">) =>
      tokens.issue({ ...request, lifetime: Duration.seconds(expiresIn) }),
    revoke: ({ params: { tokenId } }: Asked<typeof TokensApi, "revoke">) => revoke(tokenId),
    revokeOfSeller: ({ params: { tokenId } }: Asked<typeof TokensApi, "revokeOfSeller">) => revoke(tokenId)
  }
})
