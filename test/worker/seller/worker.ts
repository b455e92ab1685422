/** Sellerkit on Workers, as a host would export it. */
import { sellerkitWorker } from "@sellerkit/adapter-worker"

interface Env {
  readonly SELLERS: any
  readonly TOKEN_SECRET: string
  readonly REQUESTS_PER_ALARM?: number
}

const { OperatorEntrypoint, SellerObject, fetch, queue } = sellerkitWorker(
  ({ REQUESTS_PER_ALARM, SELLERS, TOKEN_SECRET }: Env) => ({
    sellers: SELLERS,
    requestsPerAlarm: REQUESTS_PER_ALARM,
    tokens: { secret: TOKEN_SECRET },
    // Receivers of tests are on this machine.
    allowedNetworks: ["127.0.0.0/8"]
  })
)

export { OperatorEntrypoint, SellerObject }
export default { fetch, queue }
