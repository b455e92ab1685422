/** Encrypting the stored secrets of webhooks with the newest key, so that older keys can be retired. */
import { SecretReencryption } from "@sellerkit/core"
import { Effect, Stream } from "effect"

export interface SecretsReencrypted {
  /** How many secrets were looked at. */
  readonly examined: number
  /** How many of them were encrypted with the newest key by this call. */
  readonly reencrypted: number
  /** Those that cannot be opened, and stay as they are. */
  readonly unreadable: ReadonlyArray<{ readonly sellerId: string; readonly webhookId: string; readonly error: string }>
}

const nothing: SecretsReencrypted = { examined: 0, reencrypted: 0, unreadable: [] }

export const reencryptSecrets = Effect.flatMap(SecretReencryption, ({ all }) =>
  Stream.runFold(
    all,
    () => nothing,
    (before, { examined, reencrypted, unreadable }): SecretsReencrypted => ({
      examined: before.examined + examined,
      reencrypted: before.reencrypted + reencrypted,
      unreadable: [
        ...before.unreadable,
        ...unreadable.map(({ explanation, sellerId, webhookId }) => ({ sellerId, webhookId, error: explanation }))
      ]
    })
  )
)
