/** The secret that a webhook's notifications carry, in the form that Standard Webhooks libraries read. */
import { Effect, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"

export const secretPrefix = "whsec_"

// our choice: 32 random bytes; Standard Webhooks asks for 24 to 64.
const secretBytes = 32

export type Secret = Redacted.Redacted

export const redactedSecret = (text: string): Secret => Redacted.make(text, { label: "webhook secret" })

export const generateSecret: Effect.Effect<Secret, never, SecureRandom.SecureRandom> = SecureRandom.SecureRandom.use(
  (random) =>
    Effect.map(random.randomBytes(secretBytes), (bytes) => redactedSecret(`${secretPrefix}${Base64.encode(bytes)}`))
)
