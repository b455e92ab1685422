/** Sellerkit on Workers with the operator interface and the console mounted, as a host would export it. */
import "../quickCampaigns.ts"
import { sellerkitWorker } from "@sellerkit/adapter-worker"
import { operatorConsole } from "@sellerkit/console/worker"

interface Env {
  readonly ASSETS: any
  readonly SELLERS: any
  readonly TOKEN_SECRET: string
  readonly OPERATOR_KEY: string
}

const { OperatorEntrypoint, SellerObject, fetch, queue } = sellerkitWorker(
  ({ ASSETS, OPERATOR_KEY, SELLERS, TOKEN_SECRET }: Env) => ({
    sellers: SELLERS,
    tokens: { secret: TOKEN_SECRET },
    operator: operatorConsole({ key: OPERATOR_KEY, assets: ASSETS }),
    reportRefresh: "1 second",
    // Receivers of tests are on this machine.
    allowedNetworks: ["127.0.0.0/8"]
  })
)

export { OperatorEntrypoint, SellerObject }
export default { fetch, queue }
