/** Verifies seller API tokens that are JSON Web Tokens, and makes them where there is a shared secret. */
import { Clock, Duration, Effect, Layer, Redacted, Result, Schema } from "effect"
import { SignJWT } from "jose"
import type { Caller } from "../Access.ts"
import {
  clockTolerance,
  type JwtKey,
  type PublicKeyInvalid,
  type SignatureCheck,
  signatureCheck,
  unsharedSignatureCheck
} from "./JwtKey.ts"
import { RevokedTokens } from "./RevokedTokens.ts"
import { callerOf, claimsOf, TokenClaims, type TokenGrant } from "./TokenClaims.ts"
import { TokenRejected, Tokens, type TokensUnavailable } from "./Tokens.ts"
import { makeVerifiedTokens, type VerifiedToken } from "./VerifiedTokens.ts"

/** The credential without a `Bearer` scheme: clients send it both ways. */
const withoutScheme = (credential: string): string => credential.replace(/^bearer( +|$)/i, "").trim()

const decodeClaims = Schema.decodeUnknownEffect(TokenClaims)

const noToken = Effect.failSync(() => new TokenRejected({ reason: "Send an API token in the Authorization header" }))

/** Calls `use` with the token that a credential has. */
const withToken = <A, E>(
  credential: Redacted.Redacted,
  use: (token: string) => Effect.Effect<A, E>
): Effect.Effect<A, E | TokenRejected> => {
  const token = withoutScheme(Redacted.value(credential))
  return token === "" ? noToken : use(token)
}

// A signature can be written in many ways that decode to the same bytes. Each would be remembered as another token.
const isCompact = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)

/** What a token says, once its signature and its times have been checked. */
const readWith = (checkSignature: SignatureCheck) =>
  Effect.fnUntraced(function* (token: string) {
    if (!isCompact(token)) return yield* new TokenRejected({ reason: "The token is malformed" })
    const payload = yield* checkSignature(token)
    const claims = yield* Effect.mapError(
      decodeClaims(payload),
      () => new TokenRejected({ reason: "The token's claims are not those of a seller API token" })
    )
    const now = yield* Clock.currentTimeMillis
    if (claims.iat !== undefined && claims.iat > now / 1000 + clockTolerance) {
      return yield* new TokenRejected({ reason: "The token was issued in the future" })
    }
    const caller = yield* Effect.fromResult(
      Result.mapError(callerOf(claims), (reason) => new TokenRejected({ reason }))
    )
    return { caller, expiresAt: (claims.exp + clockTolerance) * 1000 }
  })

/** Whether a token that is good in itself counts now. */
const counts = (revoked: RevokedTokens["Service"], { caller, expiresAt }: VerifiedToken, now: number) =>
  now >= expiresAt
    ? Effect.fail(new TokenRejected({ reason: "The token has expired" }))
    : Effect.flatMap(revoked.isRevoked(caller.tokenId), (isRevoked) =>
        isRevoked ? Effect.fail(new TokenRejected({ reason: "The token was revoked" })) : Effect.succeed(caller)
      )

/**
 * `Tokens` over JSON Web Tokens. Refuses unsigned, wrongly signed, expired, not yet valid and revoked tokens, and
 * tokens whose claims are not those of a seller API token.
 */
export const layer = (key: JwtKey): Layer.Layer<Tokens, PublicKeyInvalid, RevokedTokens> =>
  Layer.effect(
    Tokens,
    Effect.gen(function* () {
      const revoked = yield* RevokedTokens
      const read = readWith(yield* signatureCheck(key))
      const known = makeVerifiedTokens()

      const verify = (token: string) =>
        Clock.clockWith((clock) => {
          const now = clock.currentTimeMillisUnsafe()
          const found = known.get(token, now)
          if (found !== undefined) return counts(revoked, found, now)
          return Effect.flatMap(read(token), (verified) => {
            known.add(token, verified, now)
            return counts(revoked, verified, clock.currentTimeMillisUnsafe())
          })
        })

      return Tokens.of({ verify: (credential) => withToken(credential, verify) })
    })
  )

/**
 * The same for a gateway before services that know the revoked tokens (`verifiedCallersLayer`), on a platform that ends the work
 * of a request with the request: no request waits for the work of another one, and no token is remembered.
 */
export const unsharedVerify = (
  key: JwtKey
): ((credential: Redacted.Redacted) => Effect.Effect<Caller, TokenRejected | TokensUnavailable>) => {
  const read = readWith(unsharedSignatureCheck(key))
  return (credential) => Effect.map(withToken(credential, read), ({ caller }) => caller)
}

/** Signs a token with the shared secret. `lifetime` counts from now. */
export const issue = Effect.fn("JwtTokens.issue")(function* (
  secret: Redacted.Redacted,
  grant: TokenGrant,
  lifetime: Duration.Duration
): Effect.fn.Return<Redacted.Redacted> {
  const issuedAt = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const token = yield* Effect.promise(() =>
    new SignJWT({ ...claimsOf(grant) })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + Math.floor(Duration.toSeconds(lifetime)))
      .sign(new TextEncoder().encode(Redacted.value(secret)))
  )
  return Redacted.make(token, { label: "token" })
})
