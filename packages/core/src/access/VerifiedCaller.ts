/** Callers whose token was verified before the request got here, such as by a Worker in front of a seller's object. */
import { Context, Effect, Layer } from "effect"
import type { Caller } from "./Access.ts"
import { noToken } from "./HostCaller.ts"
import { RevokedTokens } from "./tokens/RevokedTokens.ts"
import { TokenRejected, Tokens } from "./tokens/Tokens.ts"

/** The caller of the current request. Undefined: no caller has been verified. */
export const VerifiedCaller = Context.Reference<Caller | undefined>("@sellerkit/core/access/VerifiedCaller", {
  defaultValue: () => undefined
})

/** `Tokens` behind a gateway that verified the caller. It checks only whether the token was revoked. */
export const verifiedCallersLayer: Layer.Layer<Tokens, never, RevokedTokens> = Layer.effect(
  Tokens,
  Effect.map(RevokedTokens, ({ isRevoked }) =>
    Tokens.of({
      verify: Effect.fnUntraced(function* () {
        const caller = yield* VerifiedCaller
        if (caller === undefined) return yield* new TokenRejected({ reason: "Nobody has verified who calls" })
        if (caller.tokenId !== noToken && (yield* isRevoked(caller.tokenId)))
          return yield* new TokenRejected({ reason: "The token was revoked" })
        return caller
      })
    })
  )
)
