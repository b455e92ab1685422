/** Sellerkit in a process of Node.js. */
import type { EventScope, publishedEventScopes } from "@sellerkit/core"
import { ManagedRuntime } from "effect"
import type { Options } from "./CheckedOptions.ts"
import { nodePlatform } from "./nodePlatform.ts"
import { openSellerkit, type Sellerkit } from "./Sellerkit.ts"
import type { SellerkitOptions } from "./SellerkitOptions.ts"
import { serviceLayer } from "./serviceLayer.ts"

/** Resolves once the storage is open and the service at work. Rejects with what keeps it from that. */
export const createSellerkit = <const Scopes extends ReadonlyArray<EventScope> = typeof publishedEventScopes>(
  options: SellerkitOptions<Scopes>
): Promise<Sellerkit<Scopes>> => {
  const given = options as Options
  return openSellerkit(ManagedRuntime.make(serviceLayer(given, nodePlatform(given))), options.tokens)
}
