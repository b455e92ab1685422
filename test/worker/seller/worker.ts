/** Sellerkit on Workers, as a host would export it. */
import { sellerkitWorker } from "@sellerkit/adapter-worker"

interface Env {
  readonly SELLERS: any
  readonly TOKEN_SECRET: string
}

const { OperatorEntrypoint, SellerObject, fetch, queue } = sellerkitWorker(({ SELLERS, TOKEN_SECRET }: Env) => ({
  sellers: SELLERS,
  tokens: { secret: TOKEN_SECRET },
  // Receivers of tests are on this machine.
  allowedNetworks: ["127.0.0.0/8"]
}))

export { OperatorEntrypoint, SellerObject }
export default { fetch, queue }
