/**
 * A cache of webhooks that were read. No other process writes to the database while this one uses it, so an entry is right
 * until it is changed here.
 */
import { addBounded, type Owner, type Webhook, type WebhookId, type WebhookKey } from "@sellerkit/core"

// our choice: most have less than 1 KiB.
const mostKnown = 10_000

const isSame = (left: Owner, right: Owner): boolean =>
  left.sellerId === right.sellerId && left.serviceId === right.serviceId && left.sandbox === right.sandbox

export interface KnownWebhooks {
  get(key: WebhookKey): Webhook | undefined
  /** For a webhook that was read outside of a change, so that it is committed. */
  add(webhook: Webhook): void
  /**
   * To be called in every change, as it is made (`SqliteDatabase.write`): nothing is read here between a change and its commit.
   */
  forget(id: WebhookId): void
}

export const makeKnownWebhooks = (): KnownWebhooks => {
  const known = new Map<WebhookId, Webhook>()
  return {
    get: ({ id, owner }) => {
      const webhook = known.get(id)
      return webhook !== undefined && isSame(webhook.owner, owner) ? webhook : undefined
    },
    add: (webhook) => addBounded(known, mostKnown, webhook.id, webhook),
    forget: (id) => {
      known.delete(id)
    }
  }
}
