/**
 * Seals what a browser keeps for the service, such as a session, so that it can neither be read nor altered there. The key is made
 * of the operator key: with another operator key, nothing that was sealed before opens any more.
 */
import { Effect, Redacted, Result, Schema } from "effect"
import { Aead, Kdf, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"

const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder() }

const algorithm = Aead.aes256Gcm
const keyLength = 32

export interface Seal<A> {
  readonly seal: (content: A) => Effect.Effect<string>
  /** Undefined: it is not what was sealed here. */
  readonly open: (text: string) => Effect.Effect<A | undefined>
}

/** `purpose` keeps apart what is sealed for different ends: one cannot stand for another. */
export const makeSeal = Effect.fnUntraced(function* <A, I>(
  operatorKey: Redacted.Redacted,
  purpose: string,
  schema: Schema.Codec<A, I>
): Effect.fn.Return<Seal<A>, never, Aead.Aead | Kdf.Kdf | SecureRandom.SecureRandom> {
  const aead = yield* Aead.Aead
  const random = yield* SecureRandom.SecureRandom
  const kdf = yield* Kdf.Kdf
  const derived = kdf.derive(Kdf.hkdfSha256, utf8.encoder.encode(Redacted.value(operatorKey)), {
    salt: new Uint8Array(),
    info: utf8.encoder.encode(`sellerkit console ${purpose}`),
    length: keyLength
  })
  // Fails only for arguments of a wrong length.
  const makeKey = Effect.orDie(Effect.flatMap(derived, (bytes) => Aead.key(algorithm, bytes)))
  let known: Aead.Key | undefined
  // Each request that needs it before it is known makes it: in a Worker no request may wait for what another one has begun.
  const key = Effect.suspend(() =>
    known === undefined ? Effect.tap(makeKey, (key) => Effect.sync(() => (known = key))) : Effect.succeed(known)
  )
  const json = Schema.fromJsonString(schema)
  const encode = Schema.encodeEffect(json)
  const decode = Schema.decodeUnknownEffect(json)

  return {
    seal: Effect.fnUntraced(function* (content) {
      const nonce = yield* random.randomBytes(algorithm.nonceLength)
      const sealed = yield* aead.encrypt(yield* key, utf8.encoder.encode(yield* encode(content)), { nonce })
      return `${Base64Url.encode(nonce)}.${Base64Url.encode(sealed)}`
    }, Effect.orDie),
    open: (text) => {
      const [nonce, sealed] = text.split(".").map((part) => Result.getOrUndefined(Base64Url.decode(part)))
      if (nonce?.length !== algorithm.nonceLength || sealed === undefined) return Effect.undefined
      return Effect.flatMap(key, (known) => aead.decrypt(known, sealed, { nonce })).pipe(
        Effect.flatMap((bytes) => decode(utf8.decoder.decode(bytes))),
        Effect.orElseSucceed(() => undefined)
      )
    }
  }
})
