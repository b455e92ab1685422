/** Makes API tokens, where there is a secret to sign them with, and revokes tokens wherever they were made. */
import { Context, DateTime, Duration, Effect, Layer, type Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { StorageError } from "../../storage/StorageError.ts"
import { issue } from "./JwtTokens.ts"
import { RevokedTokens } from "./RevokedTokens.ts"
import type { TokenRequest } from "./TokenRequest.ts"

/** Tokens that are signed elsewhere are only checked here. */
export class TokensMadeElsewhere extends Schema.TaggedError<TokensMadeElsewhere>()("TokensMadeElsewhere", {
  reason: Schema.String
}) {
  override get message() {
    return `Tokens are made elsewhere: ${this.reason}`
  }
}

export interface IssuedToken {
  readonly token: Redacted.Redacted
  /** The id by which the token is revoked. */
  readonly tokenId: string
  readonly expiresAt: DateTime.Utc
}

export class TokenIssuer extends Context.Service<
  TokenIssuer,
  { issue(request: TokenRequest): Effect.Effect<IssuedToken, TokensMadeElsewhere> }
>()("@sellerkit/core/access/TokenIssuer") {
  /** Without a secret, tokens are made elsewhere. `reason` names, for the operator, what is missing then. */
  static readonly layer = (
    secret: Redacted.Redacted | undefined,
    reason = "there is no shared secret here to sign them with"
  ): Layer.Layer<TokenIssuer, never, SecureRandom.SecureRandom> =>
    Layer.effect(
      TokenIssuer,
      Effect.map(SecureRandom.SecureRandom, (random) =>
        TokenIssuer.of({
          issue: Effect.fn("TokenIssuer.issue")(function* ({ lifetime, ...request }) {
            if (secret === undefined) return yield* new TokensMadeElsewhere({ reason })
            const { type = request.serviceId === undefined ? "base" : "service" } = request
            const tokenId = yield* random.uuidV4()
            const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
            return { token: yield* issue(secret, { ...request, type, tokenId }, lifetime), tokenId, expiresAt }
          })
        })
      )
    )
}

// our choice: revocations outlast every token; tokens made here live for a year at most, tokens made elsewhere may live longer.
const revocationLifetime = Duration.days(10 * 366)

/** The token stops counting at once. */
export const revokeToken = Effect.fn("revokeToken")(function* (
  tokenId: string
): Effect.fn.Return<void, StorageError, RevokedTokens> {
  const revoked = yield* RevokedTokens
  yield* revoked.revoke(tokenId, DateTime.addDuration(yield* DateTime.now, revocationLifetime))
})
