/**
 * The headers of a notification in the form of Standard Webhooks, so that its published libraries verify our notifications. They
 * come beside the required `Authorization`, which proves the sender but not that the body is unchanged.
 */
import { Effect, Redacted, Result } from "effect"
import { Mac } from "effect/crypto"
import { Base64, Hex } from "effect/encoding"
import type { EventId } from "../../catalog/NewEvent.ts"
import { type Secret, secretPrefix } from "../../webhooks/Secret.ts"
import type { Batch } from "../queue/DeliveryQueue.ts"
import { Signer } from "./Signer.ts"

const utf8 = new TextEncoder()

// our choice: a public key. With it the available MAC is a hash: SHA-256, without a round trip on Node.js.
const publicKey = utf8.encode("webhook-id")

/** Version 8 of RFC 9562: what its bytes mean is our own business. */
const uuidOf = (tag: Uint8Array): string => {
  const bytes = tag.slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Hex.encode(bytes)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}

/**
 * Makes `webhook-id`: an event that travels alone gives its own id, others that of their set. Standard Webhooks lets receivers
 * drop what comes with an id that they have processed, so that it is made of the events alone: the same events have the same id,
 * in whatever order, however often and to whichever webhook they are sent.
 */
const makeNotificationId = Effect.gen(function* () {
  const mac = yield* Mac.Mac
  const key = yield* Effect.orDie(Mac.key(Mac.hmacSha256, publicKey))
  return (ids: ReadonlyArray<EventId>): Effect.Effect<string> =>
    ids.length === 1
      ? Effect.succeed(ids[0]!)
      : Effect.map(Effect.orDie(mac.sign(key, utf8.encode(ids.toSorted().join()))), uuidOf)
})

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

type SignText = (text: string) => Effect.Effect<string>

/** Gives what signs by a key. */
const makeSignBy = Effect.gen(function* () {
  const mac = yield* Mac.Mac
  const signer = yield* Signer
  const byMac = (bytes: Uint8Array): Effect.Effect<SignText> =>
    Effect.map(
      Effect.orDie(Mac.key(Mac.hmacSha256, bytes)),
      (key) => (text) => Effect.map(Effect.orDie(mac.sign(key, utf8.encode(text))), (tag) => Base64.encode(tag))
    )
  if (signer === undefined) return byMac
  return (bytes: Uint8Array): Effect.Effect<SignText> =>
    Effect.sync(() => {
      const signText = signer(bytes)
      return (text) => Effect.succeed(signText(text))
    })
})

/** Signs with keys that are made once: one is kept for as long as the secret itself is. */
const makeSign = Effect.map(makeSignBy, (signBy) => {
  const known = new WeakMap<Secret, SignText>()

  const signTextOf = (secret: Secret): Effect.Effect<SignText> => {
    const found = known.get(secret)
    if (found !== undefined) return Effect.succeed(found)
    return Effect.tap(signBy(keyBytes(Redacted.value(secret))), (signText) =>
      Effect.sync(() => known.set(secret, signText))
    )
  }

  /** The value of `webhook-signature`. */
  return (secret: Secret, { body, id, timestamp }: Message): Effect.Effect<string> =>
    Effect.flatMapEager(signTextOf(secret), (signText) =>
      Effect.mapEager(signText(`${id}.${timestamp}.${body}`), (signature) => `v1,${signature}`)
    )
})

/** The value of `webhook-signature`, of one message. */
export const sign = (secret: Secret, message: Message): Effect.Effect<string, never, Mac.Mac> =>
  Effect.flatMap(makeSign, (signWith) => signWith(secret, message))

/** Makes the headers of a notification, from its events and its body. */
export const makeStandardHeaders = Effect.gen(function* () {
  const notificationId = yield* makeNotificationId
  const signWith = yield* makeSign

  return (secret: Secret, { claimedAt, events }: Batch, body: string) =>
    Effect.flatMapEager(notificationId(events.map(({ event }) => event.id)), (id) => {
      // By the storage's clock: receivers refuse what is signed by one that is wrong.
      const timestamp = Math.floor(claimedAt / 1000).toString()
      return Effect.mapEager(signWith(secret, { id, timestamp, body }), (signature) => ({
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signature
      }))
    })
})
