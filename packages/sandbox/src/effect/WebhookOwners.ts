/** Every owner that ever had a webhook. Events and changes are kept by owner, even when the webhooks are deleted. */
import { type Account, accountKey, type Owner, ownerKey, WebhookStore } from "@sellerkit/core"
import { Context, Effect, Layer } from "effect"

export class WebhookOwners extends Context.Service<WebhookOwners, Map<string, Owner>>()(
  "@sellerkit/sandbox/effect/WebhookOwners"
) {
  static readonly layer = Layer.sync(WebhookOwners, () => new Map<string, Owner>())
}

/** The seller itself is always one of the owners. */
export const ownersOf = (owners: WebhookOwners["Service"], account: Account): ReadonlyArray<Owner> => {
  const seller: Owner = { ...account, serviceId: null }
  const ofAccount = [...owners.values()].filter((owner) => accountKey(owner) === accountKey(account))
  return [seller, ...ofAccount.filter(({ serviceId }) => serviceId !== null)]
}

export const notedOwners = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const store = yield* WebhookStore
    const owners = yield* WebhookOwners
    return WebhookStore.of({
      ...store,
      insert: (owner, decide) =>
        Effect.tap(store.insert(owner, decide), () => Effect.sync(() => owners.set(ownerKey(owner), owner)))
    })
  })
)
