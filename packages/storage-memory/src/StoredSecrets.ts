/** The sealed secrets of webhooks. */
import type { SealedSecret, StoredSecret, WebhookId } from "@sellerkit/core"
import { type MemoryState, ownerState } from "./MemoryState.ts"

type State = MemoryState["Service"]

export const findSecrets = (state: State, after: WebhookId | undefined, most: number): ReadonlyArray<StoredSecret> =>
  [...state.accounts.values()]
    .flatMap(({ owners }) => [...owners.values()])
    .flatMap(({ existingWebhooks }) => existingWebhooks)
    .map(({ secret, webhook: { id, owner } }) => ({ key: { owner, id }, secret }))
    .filter(({ key }) => after === undefined || key.id > after)
    .toSorted((left, right) => (left.key.id < right.key.id ? -1 : 1))
    .slice(0, most)

/** Replaces a secret that is still as it was read; false where it has changed. */
export const replaceSecret = (state: State, { key, secret: read }: StoredSecret, secret: SealedSecret): boolean => {
  const stored = ownerState(state, key.owner).existing(key.id)
  if (stored?.secret !== read) return false
  stored.secret = secret
  return true
}
