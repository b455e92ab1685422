/**
 * Signature headers in the form of Standard Webhooks, so that its published libraries verify our notifications. They come
 * beside the required `Authorization`, which proves the sender but not that the body is unchanged.
 */
import { Clock, Effect, Redacted, Result } from "effect"
import { Mac } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { type Secret, secretPrefix } from "../webhooks/Secret.ts"

const utf8 = new TextEncoder()

/** The key is the part of the secret after its prefix, in base64. A secret of another form signs with its own bytes. */
const keyBytes = (secret: string): Uint8Array =>
  secret.startsWith(secretPrefix)
    ? Result.getOrElse(Base64.decode(secret.slice(secretPrefix.length)), () => utf8.encode(secret))
    : utf8.encode(secret)

/** The value of `webhook-signature`: `timestamp` is in seconds since 1970, as the header has it. */
export const sign = Effect.fnUntraced(function* (
  secret: Secret,
  { body, id, timestamp }: { readonly id: string; readonly timestamp: string; readonly body: string }
): Effect.fn.Return<string, never, Mac.Mac> {
  const mac = yield* Mac.Mac
  const key = yield* Effect.orDie(Mac.key(Mac.hmacSha256, keyBytes(Redacted.value(secret))))
  const tag = yield* Effect.orDie(mac.sign(key, utf8.encode(`${id}.${timestamp}.${body}`)))
  return `v1,${Base64.encode(tag)}`
})

/** The headers of a notification that is sent now. */
export const signatureHeaders = Effect.fnUntraced(function* (secret: Secret, id: string, body: string) {
  const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1000).toString()
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": yield* sign(secret, { id, timestamp, body })
  }
})
