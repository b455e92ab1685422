/** What a host's own Workers ask for: to publish events, make and revoke tokens, and manage webhooks, of any seller. */
import type { EventScope, PublishedEvent, publishedEventScopes } from "@sellerkit/core"
import {
  type CatalogEvent,
  issueToken,
  type Seller,
  type SellerkitWebhooks,
  tokenIssuerLayer,
  type TokenRequest,
  type WebhookOwner
} from "@sellerkit/embed/portable"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { checkedWithoutData } from "./checkedWithoutData.ts"
import { checkedSellerId, objectOf } from "./objectOf.ts"
import type { AnyWorkerOptions } from "./WorkerOptions.ts"

export interface Operator<Scopes extends ReadonlyArray<EventScope> = typeof publishedEventScopes> {
  /**
   * All of the events are taken, durably, or none is. Rejects with `EventsRejected`, whose message lists all that is wrong
   * with them by the catalog, with `IdempotencyConflict`, `InputInvalid` or `StorageError`.
   */
  publish(seller: Seller, events: ReadonlyArray<CatalogEvent<Scopes>>): Promise<ReadonlyArray<PublishedEvent>>
  /** Makes an API token, where `tokens` has the secret for it. Rejects with `TokensMadeElsewhere` otherwise, or `InputInvalid`. */
  issueToken(request: TokenRequest): Promise<{ readonly token: string; readonly tokenId: string }>
  /** The token stops counting at once. Rejects with `InputInvalid` or `StorageError`. */
  revokeToken(sellerId: string, tokenId: string): Promise<void>
  readonly webhooks: SellerkitWebhooks
}

/** Every method, so that each is passed on. */
export const webhookMethods = Object.keys({
  create: true,
  list: true,
  get: true,
  edit: true,
  remove: true,
  refreshSecret: true,
  sendTest: true,
  disableService: true,
  enableService: true
} satisfies Record<keyof SellerkitWebhooks, true>) as ReadonlyArray<keyof SellerkitWebhooks>

export const makeOperator = <Scopes extends ReadonlyArray<EventScope>>(options: AnyWorkerOptions): Operator<Scopes> => {
  const issuer = Layer.provide(tokenIssuerLayer(checkedWithoutData(options)), SecureRandom.layerWebCrypto)
  const objectFor = async (seller: unknown) => objectOf(options.sellers, await checkedSellerId(seller))
  const webhooks = Object.fromEntries(
    webhookMethods.map((name) => [
      name,
      async (owner: WebhookOwner, ...given: ReadonlyArray<never>) =>
        (await objectFor(owner)).manageWebhooks(name, ...([owner, ...given] as never))
    ])
  )
  return {
    publish: async (seller, events) => (await objectFor(seller)).publish(seller, events),
    issueToken: (request) => Effect.runPromise(Effect.provide(issueToken(request), issuer)),
    revokeToken: async (sellerId, tokenId) => (await objectFor({ sellerId })).revokeToken(tokenId),
    webhooks: webhooks as unknown as SellerkitWebhooks
  }
}
