/** A shop's seller API at the edge. Sellers call it; the shop publishes to it; each seller's data is in an object of its own. */
import type { MessageBatch } from "@cloudflare/workers-types"
import type { Environment } from "./Environment.ts"
import { sellerkit } from "./sellerkit.ts"
import { shop } from "./shop.ts"

export const { OperatorEntrypoint, SellerObject } = sellerkit

export default {
  fetch: async (request: Request, env: Environment): Promise<Response> =>
    (await shop(request, env)) ?? sellerkit.fetch(request, env),

  queue: (batch: MessageBatch, env: Environment): Promise<void> => sellerkit.queue(batch, env)
}
