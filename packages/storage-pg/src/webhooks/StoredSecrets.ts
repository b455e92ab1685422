/** The sealed secrets of webhooks, as rows. */
import type { SealedSecret, StoredSecret, WebhookId } from "@sellerkit/core"
import { type OwnerColumns, toOwner } from "../rows/Rows.ts"

export interface SecretRow extends OwnerColumns {
  readonly webhook_id: string
  readonly secret: string
}

/** Two parameters: the id after which they come, and how many at most. */
export const secretsText = `select seller_id, sandbox, service_id, webhook_id, secret from sellerkit.webhook
  where webhook_id > $1 and deleted_at is null order by webhook_id limit $2`

export const toStoredSecret = (stored: SecretRow): StoredSecret => ({
  key: { owner: toOwner(stored), id: stored.webhook_id as WebhookId },
  secret: stored.secret as SealedSecret
})

/** Replaces a secret only where it is still as it was read. */
export const replaceSecretText = `update sellerkit.webhook set secret = $5
  where seller_id = $1 and sandbox = $2 and webhook_id = $3 and secret = $4 and deleted_at is null returning 1`
