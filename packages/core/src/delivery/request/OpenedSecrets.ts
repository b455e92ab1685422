/**
 * Secrets that were opened before, so that what is sent again and again costs no decryption and no step that is not at once.
 * Each is the same object every time, by which the key that signs with it is kept.
 */
import { Effect } from "effect"
import { addBounded } from "../../storage/addBounded.ts"
import type { SealedSecret } from "../../webhooks/SealedSecret.ts"
import type { Secret } from "../../webhooks/Secret.ts"
import { type SecretUnreadable, SecretVault } from "../../webhooks/SecretVault.ts"
import type { WebhookId } from "../../webhooks/Webhook.ts"
import type { Lease } from "../queue/DeliveryQueue.ts"

// our choice: webhooks that notifications were sent to; about three megabytes.
const mostOpened = 10_000

interface Opened {
  readonly sealed: SealedSecret
  readonly secret: Secret
}

/** One of each webhook: a secret that was refreshed or sealed again takes the place of the one before. */
export const makeOpenSecret = Effect.map(SecretVault, (vault) => {
  const known = new Map<WebhookId, Opened>()

  return (sealed: SealedSecret, { owner, webhookId: id }: Lease): Effect.Effect<Secret, SecretUnreadable> => {
    const found = known.get(id)
    if (found?.sealed === sealed) return Effect.succeed(found.secret)
    return Effect.tap(vault.open(sealed, { owner, id }), (secret) =>
      Effect.sync(() => addBounded(known, mostOpened, id, { sealed, secret }))
    )
  }
})
