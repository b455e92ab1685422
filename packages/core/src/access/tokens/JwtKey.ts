/** The key that a token's signature is checked with: a shared secret, a public key, or a key of a published set. */
import { Clock, Effect, Redacted, Schema } from "effect"
import { errors, importSPKI, type JWTPayload, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from "jose"
import { type KeySet, makeKeySet, KeySetUnavailable, unsharedKeySet } from "./JwtKeySet.ts"
import { TokenRejected, TokensUnavailable } from "./Tokens.ts"

/** The public key that was configured cannot be read. */
export class PublicKeyInvalid extends Schema.TaggedError<PublicKeyInvalid>()("PublicKeyInvalid", {
  algorithm: Schema.String,
  cause: Schema.Defect()
}) {
  override get message() {
    return `The public key is not a PEM (SPKI) key for ${this.algorithm}`
  }
}

export const PublicKeyAlgorithm = Schema.Literals([
  "ES256",
  "ES384",
  "ES512",
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "EdDSA"
])
export type PublicKeyAlgorithm = typeof PublicKeyAlgorithm.Type

/**
 * The kind of key decides which algorithms count, so that a token cannot choose: `none` never counts, and a public
 * key is never taken for a shared secret.
 */
export type JwtKey =
  | { readonly kind: "secret"; readonly secret: Redacted.Redacted }
  | { readonly kind: "publicKey"; readonly pem: string; readonly algorithm: PublicKeyAlgorithm }
  | { readonly kind: "keySet"; readonly load: Effect.Effect<unknown, KeySetUnavailable> }

/** Checks signature and times, and gives the payload. */
export type SignatureCheck = (token: string) => Effect.Effect<JWTPayload, TokenRejected | TokensUnavailable>

const sharedSecretAlgorithms = ["HS256", "HS384", "HS512"]

// our choice: seconds by which the issuer's clock may differ from ours.
export const clockTolerance = 5

const reasons: ReadonlyArray<readonly [error: abstract new (...args: never) => Error, reason: string]> = [
  [errors.JWTExpired, "The token has expired"],
  [errors.JOSEAlgNotAllowed, "The token is signed with an algorithm that does not count"],
  [errors.JWSSignatureVerificationFailed, "The token's signature is wrong"],
  [errors.JWKSNoMatchingKey, "The token is signed with an unknown key"],
  [errors.JWKSMultipleMatchingKeys, "The token does not say which of its issuer's keys it is signed with"]
]

/** Says what is wrong without a part of the token in the text. */
const rejection = (cause: unknown): TokenRejected => {
  if (cause instanceof errors.JWTClaimValidationFailed) {
    return new TokenRejected({ reason: `The token's claim ${cause.claim} is not acceptable` })
  }
  const [, reason = "The token is malformed"] = reasons.find(([error]) => cause instanceof error) ?? []
  return new TokenRejected({ reason })
}

const verify = (token: string, keys: JWTVerifyGetKey, algorithms: ReadonlyArray<string>) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const options: JWTVerifyOptions = { algorithms: [...algorithms], currentDate: new Date(now), clockTolerance }
    return Effect.tryPromise({
      try: () => jwtVerify(token, keys, options).then(({ payload }) => payload),
      catch: (cause) => cause
    })
  })

const checkWithKeys = (token: string) => (keys: JWTVerifyGetKey) => verify(token, keys, PublicKeyAlgorithm.literals)

const isUnknownKey = (cause: unknown): boolean => cause instanceof errors.JWKSNoMatchingKey

/** A signature by an unknown key may be by a new one, so the set is then loaded again when it is not fresh. */
const checkWithKeySet = (keySet: KeySet): SignatureCheck => {
  return (token) =>
    Effect.flatMap(keySet.keys, checkWithKeys(token)).pipe(
      Effect.catchIf(isUnknownKey, () => Effect.flatMap(keySet.freshKeys, checkWithKeys(token))),
      Effect.mapError((cause) =>
        cause instanceof KeySetUnavailable ? new TokensUnavailable({ cause }) : rejection(cause)
      )
    )
}

const checkWithSecret = (shared: Redacted.Redacted): SignatureCheck => {
  const secret = new TextEncoder().encode(Redacted.value(shared))
  return (token) =>
    Effect.mapError(
      verify(token, () => secret, sharedSecretAlgorithms),
      rejection
    )
}

interface PublicKey {
  readonly pem: string
  readonly algorithm: PublicKeyAlgorithm
}

const importPublicKey = ({ algorithm, pem }: PublicKey) =>
  Effect.tryPromise({
    try: () => importSPKI(pem, algorithm),
    catch: (cause) => new PublicKeyInvalid({ algorithm, cause })
  })

const checkWithPublicKey =
  ({ algorithm }: PublicKey, publicKey: CryptoKey): SignatureCheck =>
  (token) =>
    Effect.mapError(
      verify(token, () => publicKey, [algorithm]),
      rejection
    )

export const signatureCheck = (key: JwtKey): Effect.Effect<SignatureCheck, PublicKeyInvalid> => {
  switch (key.kind) {
    case "secret":
      return Effect.succeed(checkWithSecret(key.secret))
    case "publicKey":
      return Effect.map(importPublicKey(key), (publicKey) => checkWithPublicKey(key, publicKey))
    case "keySet":
      return Effect.map(makeKeySet(key.load), checkWithKeySet)
  }
}

/**
 * No check waits for the work of another one: for platforms that end the work of a request with the request. A public key that
 * cannot be read is a defect.
 */
export const unsharedSignatureCheck = (key: JwtKey): SignatureCheck => {
  switch (key.kind) {
    case "secret":
      return checkWithSecret(key.secret)
    case "publicKey":
      return (token) =>
        Effect.flatMap(Effect.orDie(importPublicKey(key)), (publicKey) => checkWithPublicKey(key, publicKey)(token))
    case "keySet":
      return checkWithKeySet(unsharedKeySet(key.load))
  }
}
