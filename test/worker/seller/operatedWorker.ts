/** Sellerkit on Workers with the operator interface mounted, as a host would export it. */
import { sellerkitWorker } from "@sellerkit/adapter-worker"
import { operatorInterface } from "@sellerkit/core/operator"

interface Env {
  readonly SELLERS: any
  readonly TOKEN_SECRET: string
  readonly OPERATOR_KEY: string
}

const { OperatorEntrypoint, SellerObject, fetch, queue } = sellerkitWorker(
  ({ OPERATOR_KEY, SELLERS, TOKEN_SECRET }: Env) => ({
    sellers: SELLERS,
    tokens: { secret: TOKEN_SECRET },
    operator: operatorInterface({ key: OPERATOR_KEY }),
    reportRefresh: "1 second",
    // Receivers of tests are on this machine.
    allowedNetworks: ["127.0.0.0/8"]
  })
)

export { OperatorEntrypoint, SellerObject }
export default { fetch, queue }
