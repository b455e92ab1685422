/** Sellerkit on Workers, as a host would export it. */
import { sellerkitWorker } from "@sellerkit/adapter-worker"

interface Env {
  readonly SELLERS: any
  readonly TOKEN_SECRET: string
  readonly REQUESTS_PER_ALARM?: number
  /** Ids, each of which stands for its key. */
  readonly SECRET_KEYS: ReadonlyArray<string>
}

const secretKey = (id: string) => ({ id, key: new Uint8Array(32).fill(id.charCodeAt(0)) })

const { OperatorEntrypoint, SellerObject, fetch, queue } = sellerkitWorker(
  ({ REQUESTS_PER_ALARM, SECRET_KEYS, SELLERS, TOKEN_SECRET }: Env) => ({
    sellers: SELLERS,
    requestsPerAlarm: REQUESTS_PER_ALARM,
    tokens: { secret: TOKEN_SECRET },
    secretKeys: SECRET_KEYS.map(secretKey),
    // Receivers of tests are on this machine.
    allowedNetworks: ["127.0.0.0/8"]
  })
)

export { OperatorEntrypoint, SellerObject }
export default { fetch, queue }
