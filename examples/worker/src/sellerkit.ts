/** The service, as this shop has decided that it should be. */
import { sellerkitWorker } from "@sellerkit/adapter-worker"
import type { Environment } from "./Environment.ts"

export const sellerkit = sellerkitWorker(({ ALLOWED_NETWORKS, SELLERS, TOKEN_SECRET }: Environment) => ({
  sellers: SELLERS,
  tokens: { secret: TOKEN_SECRET },
  allowedNetworks: ALLOWED_NETWORKS.split(",").filter((network) => network !== "")
}))
