/** The sealed secrets of webhooks. */
import type { SealedSecret, StoredSecret, WebhookId } from "@sellerkit/core"
import { type MemoryState, ownerState, webhooksAfter } from "./MemoryState.ts"

type State = MemoryState["Service"]

export const findSecrets = (state: State, after: WebhookId | undefined, most: number): ReadonlyArray<StoredSecret> =>
  webhooksAfter(state, after, most).map(({ secret, webhook: { id, owner } }) => ({ key: { owner, id }, secret }))

/** Replaces a secret that is still as it was read; false where it has changed. */
export const replaceSecret = (state: State, { key, secret: read }: StoredSecret, secret: SealedSecret): boolean => {
  const stored = ownerState(state, key.owner).existing(key.id)
  if (stored?.secret !== read) return false
  stored.secret = secret
  return true
}
