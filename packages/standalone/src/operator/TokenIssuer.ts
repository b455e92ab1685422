/** Makes API tokens, where the secret to sign them with is at hand, and revokes tokens wherever they were made. */
import { JwtTokens, RevokedTokens, type StorageError, type TokenGrant } from "@sellerkit/core"
import { Context, DateTime, Duration, Effect, Layer, type Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { TokenKey } from "../TokenKey.ts"

/** This installation verifies tokens that somebody else signs. */
export class TokensMadeElsewhere extends Schema.TaggedError<TokensMadeElsewhere>()("TokensMadeElsewhere", {}) {
  override get message() {
    return "Tokens are made elsewhere: this installation has no SELLERKIT_TOKEN_SECRET to sign them with"
  }
}

export interface IssuedToken {
  readonly token: Redacted.Redacted
  /** What revocation names. */
  readonly tokenId: string
  readonly expiresAt: DateTime.Utc
}

// The usual lifetime of seller API tokens.
const usualLifetime = Duration.days(180)

// our choice: revocations outlast every token; those made here live for a year at most, those made elsewhere may live on.
const revocationLifetime = Duration.days(10 * 366)

export class TokenIssuer extends Context.Service<
  TokenIssuer,
  {
    /** For 180 days, unless told otherwise. */
    issue(
      grant: Omit<TokenGrant, "tokenId">,
      lifetime?: Duration.Duration
    ): Effect.Effect<IssuedToken, TokensMadeElsewhere>
    /** The token stops counting at once. */
    revoke(tokenId: string): Effect.Effect<void, StorageError>
  }
>()("@sellerkit/standalone/operator/TokenIssuer") {
  static readonly layer = (key: TokenKey): Layer.Layer<TokenIssuer, never, RevokedTokens | SecureRandom.SecureRandom> =>
    Layer.effect(
      TokenIssuer,
      Effect.gen(function* () {
        const random = yield* SecureRandom.SecureRandom
        const revoked = yield* RevokedTokens
        return TokenIssuer.of({
          issue: Effect.fn("TokenIssuer.issue")(function* (grant, lifetime = usualLifetime) {
            if (key.kind !== "secret") return yield* new TokensMadeElsewhere()
            const tokenId = yield* random.uuidV4()
            const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
            const token = yield* JwtTokens.issue(key.secret, { ...grant, tokenId }, lifetime)
            return { token, tokenId, expiresAt }
          }),
          revoke: Effect.fn("TokenIssuer.revoke")(function* (tokenId) {
            yield* revoked.revoke(tokenId, DateTime.addDuration(yield* DateTime.now, revocationLifetime))
          })
        })
      })
    )
}
