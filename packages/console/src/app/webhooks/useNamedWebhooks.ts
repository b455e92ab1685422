import type { Account } from "../api/Account.ts"
import { listWebhooks } from "../api/webhooks.ts"
import { useResource } from "../data/useResource.ts"

export interface NamedWebhook {
  readonly id: string
  readonly name: string
}

/** The webhooks that there are, for lists that name them. None until they are known: what was deleted has no name any more either. */
export const useNamedWebhooks = (account: Account): ReadonlyArray<NamedWebhook> =>
  useResource("webhooks", (signal) => listWebhooks(account, signal)).data?.webhooks ?? []
