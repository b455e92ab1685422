/**
 * Signature headers in the form of Standard Webhooks, so that its published libraries verify our notifications. They come
 * beside the required `Authorization`, which proves the sender but not that the body is unchanged.
 */
import { Effect, Redacted, Result } from "effect"
import { Mac } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { type Secret, secretPrefix } from "../webhooks/Secret.ts"

const utf8 = new TextEncoder()

/** The key is the part of the secret after its prefix, in base64. A secret of another form signs with its own bytes. */
const keyBytes = (secret: string): Uint8Array =>
  secret.startsWith(secretPrefix)
    ? Result.getOrElse(Base64.decode(secret.slice(secretPrefix.length)), () => utf8.encode(secret))
    : utf8.encode(secret)

export interface Message {
  readonly id: string
  /** In seconds since 1970, as the header has it. */
  readonly timestamp: string
  readonly body: string
}

/** Signs with keys that are made once: one is kept for as long as the secret itself is. */
const makeSign = Mac.Mac.useSync((mac) => {
  const keys = new WeakMap<Secret, Mac.Key>()

  const keyOf = (secret: Secret) => {
    const known = keys.get(secret)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.tap(Effect.orDie(Mac.key(Mac.hmacSha256, keyBytes(Redacted.value(secret)))), (key) =>
      Effect.sync(() => keys.set(secret, key))
    )
  }

  /** The value of `webhook-signature`. */
  return (secret: Secret, { body, id, timestamp }: Message): Effect.Effect<string> =>
    Effect.flatMap(keyOf(secret), (key) =>
      Effect.map(
        Effect.orDie(mac.sign(key, utf8.encode(`${id}.${timestamp}.${body}`))),
        (tag) => `v1,${Base64.encode(tag)}`
      )
    )
})

/** The value of `webhook-signature`, of one message. */
export const sign = (secret: Secret, message: Message): Effect.Effect<string, never, Mac.Mac> =>
  Effect.flatMap(makeSign, (signWith) => signWith(secret, message))

/** Makes the headers of notifications. */
export const makeSignatureHeaders = Effect.map(
  makeSign,
  (signWith) => (secret: Secret, message: Message) =>
    Effect.map(signWith(secret, message), (signature) => ({
      "webhook-id": message.id,
      "webhook-timestamp": message.timestamp,
      "webhook-signature": signature
    }))
)
