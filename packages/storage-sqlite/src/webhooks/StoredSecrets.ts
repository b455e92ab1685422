/** The sealed secrets of webhooks, as rows. */
import type { SealedSecret, StoredSecret, WebhookId } from "@sellerkit/core"
import { boundLimit, row, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { type OwnerColumns, toOwner } from "../rows/Owners.ts"

export interface SecretRow extends OwnerColumns {
  readonly id: string
  readonly secret: string
}

export const everySecret = `select w.id, w.secret, o.service_id, a.seller_id, a.sandbox
  from webhook w join owner o using (owner) join account a using (account) where w.deleted_at is null`

export const toStoredSecret = (stored: SecretRow): StoredSecret => ({
  key: { owner: toOwner(stored), id: stored.id as WebhookId },
  secret: stored.secret as SealedSecret
})

export const findSecrets = (
  host: SqliteHost,
  after: WebhookId | undefined,
  most: number
): ReadonlyArray<StoredSecret> =>
  rows<SecretRow>(host, `${everySecret} and w.id > ? order by w.id ${boundLimit}`, after ?? "", most).map(
    toStoredSecret
  )

/** Replaces a secret that is still as it was read; false where it has changed. */
export const replaceSecret = (host: SqliteHost, { key, secret: read }: StoredSecret, secret: SealedSecret): boolean => {
  const sql = "update webhook set secret = ? where id = ? and secret = ? and deleted_at is null returning webhook"
  return row(host, sql, secret, key.id, read) !== undefined
}
