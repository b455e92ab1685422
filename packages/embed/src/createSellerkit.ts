/** Sellerkit in a process of Node.js. */
import type { EventScope, publishedEventScopes } from "@sellerkit/core"
import { Effect, ManagedRuntime } from "effect"
import { checkOptions, type Options } from "./options/CheckedOptions.ts"
import { nodePlatform } from "./nodePlatform.ts"
import { openSellerkit, type Sellerkit } from "./Sellerkit.ts"
import type { SellerkitOptions } from "./options/SellerkitOptions.ts"
import { serviceLayer } from "./serviceLayer.ts"

/**
 * Resolves once the storage is open and the service at work. Rejects with what keeps it from that: `OptionsInvalid`,
 * `PublicKeyInvalid` where the public key cannot be read, or the `StorageError` of a storage that cannot be opened.
 */
export const createSellerkit = async <const Scopes extends ReadonlyArray<EventScope> = typeof publishedEventScopes>(
  options: SellerkitOptions<Scopes>
): Promise<Sellerkit<Scopes>> => {
  const given = await Effect.runPromise(checkOptions(options as Options))
  return openSellerkit(ManagedRuntime.make(serviceLayer(given, nodePlatform(given))))
}
