/** A key that webhooks' secrets are encrypted with, and the name by which a sealed secret says which key that was. */
import { Effect, Schema } from "effect"
import { Aead, type CryptoError } from "effect/crypto"

/** Part of everything that is sealed with the key. A name is never given to another key. */
export const SecretKeyId = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]{1,32}$/, { message: "Expected 1 to 32 letters, digits, dashes or underscores" })
).pipe(Schema.brand("SecretKeyId"))
export type SecretKeyId = typeof SecretKeyId.Type

// our choice: AES with the longest keys. Nonces are random, which is safe for four billion secrets per key.
const algorithm = Aead.aes256Gcm

/** How many bytes a key has. */
export const secretKeyLength = algorithm.keyLength

export interface SecretKey {
  readonly id: SecretKeyId
  /** Shows nothing of itself when it is printed. */
  readonly key: Aead.Key<Aead.AesGcm>
}

/** Fails unless there are as many bytes as a key has. */
export const makeSecretKey = (id: SecretKeyId, bytes: Uint8Array): Effect.Effect<SecretKey, CryptoError.CryptoError> =>
  Effect.map(Aead.key(algorithm, bytes), (key) => ({ id, key }))
