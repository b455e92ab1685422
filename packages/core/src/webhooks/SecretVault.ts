/**
 * Seals webhooks' secrets for the storage, and opens them. What is new is sealed with the newest key of the ring; what was
 * sealed with another of them, or before there was a key, still opens.
 */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { Aead, SecureRandom } from "effect/crypto"
import { SellerId } from "../access/Account.ts"
import { accountKey } from "../access/accountKey.ts"
import { formatSealed, parseSealed, type SealedContent, type SealedSecret } from "./SealedSecret.ts"
import { redactedSecret, type Secret } from "./Secret.ts"
import type { SecretKey, SecretKeyId } from "./SecretKey.ts"
import { WebhookId, type WebhookKey } from "./Webhook.ts"

/** A secret that cannot be opened. Says nothing of what is in it. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  sellerId: SellerId,
  webhookId: WebhookId,
  reason: Schema.Literals([
    /** It is sealed with a key that is not in the ring. */
    "unknownKey",
    /** It is not what was sealed for this webhook, or the key is not the one that had this name. */
    "altered"
  ]),
  /** The key that it says it is sealed with; absent where it names none. */
  keyId: Schema.optionalKey(Schema.String)
}) {
  /** What is wrong and what to do. */
  get explanation(): string {
    if (this.reason === "unknownKey") {
      return `sealed with the key ${this.keyId}, which the service does not have; give it that key again, or refresh the secret`
    }
    return this.keyId === undefined
      ? "what is stored is no sealed secret; refresh the secret"
      : `altered, or another key is now called ${this.keyId}; give the service the right key, or refresh the secret`
  }

  override get message() {
    return `The secret of the webhook ${this.webhookId} cannot be opened: ${this.explanation}`
  }
}

const unreadable = (
  { id: webhookId, owner: { sellerId } }: WebhookKey,
  reason: SecretUnreadable["reason"],
  keyId?: SecretKeyId
) => new SecretUnreadable({ sellerId, webhookId, reason, ...(keyId && { keyId }) })

const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder() }

/** A sealed secret is bound to its webhook and its key's name, so that it opens nowhere else. */
const boundTo = ({ id, owner }: WebhookKey, keyId: SecretKeyId): Uint8Array =>
  utf8.encoder.encode(`v1.${keyId}.${accountKey(owner)}.${id}`)

const makeVault = Effect.fnUntraced(function* (keys: ReadonlyArray<SecretKey>) {
  const aead = yield* Aead.Aead
  const random = yield* SecureRandom.SecureRandom
  const [newest] = keys
  const keysById = new Map(keys.map((key) => [key.id, key]))

  const encrypt = Effect.fnUntraced(function* (secret: Secret, webhook: WebhookKey, { id, key }: SecretKey) {
    const nonce = yield* random.randomBytes(key.algorithm.nonceLength)
    const aad = boundTo(webhook, id)
    // Fails only for arguments of a wrong length.
    const ciphertext = yield* Effect.orDie(
      aead.encrypt(key, utf8.encoder.encode(Redacted.value(secret)), { nonce, aad })
    )
    return formatSealed({ _tag: "Encrypted", keyId: id, nonce, ciphertext })
  })

  const decrypt = (
    { ciphertext, keyId, nonce }: SealedContent & { readonly _tag: "Encrypted" },
    webhook: WebhookKey
  ): Effect.Effect<Secret, SecretUnreadable> => {
    const known = keysById.get(keyId)
    if (known === undefined) return Effect.fail(unreadable(webhook, "unknownKey", keyId))
    return aead.decrypt(known.key, ciphertext, { nonce, aad: boundTo(webhook, keyId) }).pipe(
      Effect.map((bytes) => redactedSecret(utf8.decoder.decode(bytes))),
      Effect.mapError(() => unreadable(webhook, "altered", keyId))
    )
  }

  return SecretVault.of({
    newestKey: newest?.id,
    seal: (secret, webhook) =>
      newest === undefined
        ? Effect.sync(() => formatSealed({ _tag: "Plain", secret }))
        : encrypt(secret, webhook, newest),
    open: (sealed, webhook) =>
      Effect.suspend(() => {
        const content = parseSealed(sealed)
        if (content === undefined) return Effect.fail(unreadable(webhook, "altered"))
        return content._tag === "Plain" ? Effect.succeed(content.secret) : decrypt(content, webhook)
      }),
    isCurrent: (sealed) => {
      const content = parseSealed(sealed)
      return content?._tag === "Encrypted"
        ? content.keyId === newest?.id
        : content !== undefined && newest === undefined
    }
  })
})

export class SecretVault extends Context.Service<
  SecretVault,
  {
    /** What secrets are sealed with now; undefined where they are stored as they are. */
    readonly newestKey: SecretKeyId | undefined
    seal(secret: Secret, webhook: WebhookKey): Effect.Effect<SealedSecret>
    open(sealed: SealedSecret, webhook: WebhookKey): Effect.Effect<Secret, SecretUnreadable>
    /** Whether it says that it is sealed as `seal` would do it now. */
    isCurrent(sealed: SealedSecret): boolean
  }
>()("@sellerkit/core/webhooks/SecretVault") {
  /**
   * The newest key first. Without keys secrets are stored as they are; once there is one, they still open. AES-GCM is the
   * platform's own (Web Crypto), wherever this runs.
   */
  static readonly layer = (
    keys: ReadonlyArray<SecretKey>
  ): Layer.Layer<SecretVault, never, SecureRandom.SecureRandom> =>
    Layer.effect(SecretVault, makeVault(keys)).pipe(Layer.provide(Aead.layerWebCrypto))
}
