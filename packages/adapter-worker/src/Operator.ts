/** What a host's own Workers ask for, of any seller: to publish events, see what became of them, manage webhooks and tokens. */
import type { EventRecord, EventScope, PublishedEvent, publishedEventScopes } from "@sellerkit/core"
import {
  type CatalogEvent,
  issueToken,
  type MonitoredWebhookRecord,
  type SecretsReencrypted,
  type Seller,
  type SellerkitResends,
  type SellerkitRetries,
  type SellerkitWebhooks,
  tokenIssuerLayer,
  type TokenRequest
} from "@sellerkit/embed/portable"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { checkedWithoutData } from "./checkedWithoutData.ts"
import { type Managed, managedMethods } from "./Managed.ts"
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
  /** What became of an event at each of its webhooks, and every attempt so far. Rejects with `EventNotFound`. */
  fates(seller: Seller, eventId: string): Promise<EventRecord>
  /** All webhooks of the seller and its services, the oldest first: whether what is sent arrives, and what waits. */
  health(seller: Seller): Promise<ReadonlyArray<MonitoredWebhookRecord>>
  /**
   * Encrypts the stored secrets of the seller's webhooks, those of its sandbox included, with the newest of `secretKeys`. Repeating
   * it does no harm. Rejects with `NoSecretKey` where there is none.
   */
  reencryptSecrets(sellerId: string): Promise<SecretsReencrypted>
  readonly webhooks: SellerkitWebhooks<Scopes>
  /** Sends events again. */
  readonly resends: SellerkitResends
  /** When what failed is tried again. */
  readonly retries: SellerkitRetries
}

export const makeOperator = <Scopes extends ReadonlyArray<EventScope>>(options: AnyWorkerOptions): Operator<Scopes> => {
  const issuer = Layer.provide(tokenIssuerLayer(checkedWithoutData(options)), SecureRandom.layerWebCrypto)
  const objectFor = async (seller: unknown) => objectOf(options.sellers, await checkedSellerId(seller))
  const managed = <Group extends keyof Managed>(group: Group): Managed[Group] => {
    const methods = managedMethods(group).map((name) => [
      name,
      async (whose: Seller, ...given: ReadonlyArray<unknown>) =>
        (await objectFor(whose)).manage(group, name, whose, ...given)
    ])
    return Object.fromEntries(methods)
  }
  return {
    publish: async (seller, events) => (await objectFor(seller)).publish(seller, events),
    issueToken: (request) => Effect.runPromise(Effect.provide(issueToken(request), issuer)),
    revokeToken: async (sellerId, tokenId) => (await objectFor({ sellerId })).revokeToken(tokenId),
    fates: async (seller, eventId) => (await objectFor(seller)).fates(seller, eventId),
    health: async (seller) => (await objectFor(seller)).health(seller),
    reencryptSecrets: async (sellerId) => (await objectFor({ sellerId })).reencryptSecrets(),
    webhooks: managed("webhooks"),
    resends: managed("resends"),
    retries: managed("retries")
  }
}
