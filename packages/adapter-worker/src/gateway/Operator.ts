/** What a host's own Workers can do for any seller: publish events, see what became of them, manage webhooks and tokens. */
import type { EventScope, publishedEventScopes } from "@sellerkit/core"
import { issueToken, type SecretsReencrypted, type SellerkitMethods, tokenIssuerLayer } from "@sellerkit/embed/portable"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { checkedWithoutData } from "./checkedWithoutData.ts"
import { passingOn } from "../Methods.ts"
import { checkedSellerId, objectOf } from "./objectOf.ts"
import type { AnyWorkerOptions } from "../WorkerOptions.ts"

/** The methods of a service in a process, each for any seller. */
export interface Operator<Scopes extends ReadonlyArray<EventScope> = typeof publishedEventScopes> extends Omit<
  SellerkitMethods<Scopes>,
  "reencryptSecrets" | "revokeToken"
> {
  /** The token stops counting at once. Rejects with `InputInvalid` or `StorageError`. */
  revokeToken(sellerId: string, tokenId: string): Promise<void>
  /**
   * Encrypts the stored secrets of the seller's webhooks, those of its sandbox included, with the newest of `secretKeys`. Repeating
   * it does no harm. Rejects with `NoSecretKey` where there is none.
   */
  reencryptSecrets(sellerId: string): Promise<SecretsReencrypted>
}

export const makeOperator = <Scopes extends ReadonlyArray<EventScope>>(options: AnyWorkerOptions): Operator<Scopes> => {
  const issuer = Layer.provide(tokenIssuerLayer(checkedWithoutData(options)), SecureRandom.layerWebCrypto)
  const objectFor = async (seller: unknown) => objectOf(options.sellers, await checkedSellerId(seller))
  // Their first argument says whose data they are about.
  const methods = passingOn(async (names, given) => (await objectFor(given[0])).call(names, ...given))
  return {
    ...(methods as unknown as Operator<Scopes>),
    issueToken: (request) => Effect.runPromise(Effect.provide(issueToken(request), issuer)),
    revokeToken: async (sellerId, tokenId) => (await objectFor({ sellerId })).call(["revokeToken"], tokenId),
    reencryptSecrets: async (sellerId) => (await objectFor({ sellerId })).call(["reencryptSecrets"])
  }
}
