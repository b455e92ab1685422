/** Makes tokens for the tests of token verification, good ones and bad ones. */
import { Effect, Layer, Redacted } from "effect"
import { type CryptoKey, generateKeyPair, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose"
import * as JwtTokens from "../../../src/access/tokens/JwtTokens.ts"
import { RevokedTokens } from "../../../src/access/tokens/RevokedTokens.ts"
import { TokenRejected, Tokens, TokensUnavailable } from "../../../src/access/tokens/Tokens.ts"
import { sellerId } from "../../fixtures.ts"

export const sharedSecret = Redacted.make("a shared secret of enough characters")

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The claims of a Base token for content that is valid for an hour of the test clock, which starts at zero. */
export const goodClaims: JWTPayload = { id: "token-number-one", sid: sellerId, s: 2, acc: 1, t: false, exp: 3600 }

type Key = CryptoKey | JWK | Uint8Array

export const signedWith = (
  key: Key,
  claims: JWTPayload = goodClaims,
  header: JWTHeaderParameters = { alg: "HS256" }
): Effect.Effect<string> => Effect.promise(() => new SignJWT(claims).setProtectedHeader(header).sign(key))

export const signedWithSecret = (
  claims: JWTPayload = goodClaims,
  header?: JWTHeaderParameters,
  secret: string = Redacted.value(sharedSecret)
): Effect.Effect<string> => signedWith(bytes(secret), claims, header)

export const keyPair = (algorithm: string) => Effect.promise(() => generateKeyPair(algorithm, { extractable: true }))

/** A part of a token as it travels. */
export const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** A token with no signature, as an attacker would write it. */
export const unsigned = (claims: JWTPayload = goodClaims, algorithm = "none"): string =>
  `${encodePart({ alg: algorithm })}.${encodePart(claims)}.`

/** The same token with other claims, its signature kept. */
export const withClaims = (token: string, claims: JWTPayload): string => {
  const [header, , signature] = token.split(".")
  return `${header}.${encodePart(claims)}.${signature}`
}

/** Tokens with these ids are revoked; the set may change while a test runs. */
export const revoking = (ids: ReadonlySet<string> = new Set()): Layer.Layer<RevokedTokens> =>
  Layer.mock(RevokedTokens)({ isRevoked: (id) => Effect.sync(() => ids.has(id)) })

/** Verification with the shared secret. */
export const tokensLayer = (revoked: Layer.Layer<RevokedTokens> = revoking()) =>
  Layer.provide(JwtTokens.layer({ kind: "secret", secret: sharedSecret }), revoked)

export const verify = (credential: string) =>
  Effect.flatMap(Tokens, (tokens) => tokens.verify(Redacted.make(credential)))

/** Why a credential was refused; any other error as it is. */
export const reasonOf = <A, E, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(attempt), (error) =>
    error instanceof TokenRejected || error instanceof TokensUnavailable ? error.message : error
  )
