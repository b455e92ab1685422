/**
 * The `webhook-id` of a notification. Standard Webhooks lets receivers drop what comes with an id that they have processed, so
 * that it is made of the events alone: the same events have the same id, in whatever order, however often and to whichever
 * webhook they are sent.
 */
import { Effect } from "effect"
import { Mac } from "effect/crypto"
import { Hex } from "effect/encoding"
import type { EventId } from "../catalog/NewEvent.ts"

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

/** Makes them: an event that travels alone gives its own id, others that of their set. */
export const makeNotificationId = Effect.gen(function* () {
  const mac = yield* Mac.Mac
  const key = yield* Effect.orDie(Mac.key(Mac.hmacSha256, publicKey))
  return (ids: ReadonlyArray<EventId>): Effect.Effect<string> =>
    ids.length === 1
      ? Effect.succeed(ids[0]!)
      : Effect.map(Effect.orDie(mac.sign(key, utf8.encode(ids.toSorted().join()))), uuidOf)
})
