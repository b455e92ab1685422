/** A Worker whose data are in PostgreSQL, with the console, as a host would export it. */
import "../worker/quickCampaigns.ts"
import { postgresWorker } from "@sellerkit/adapter-worker/postgres"
import { operatorConsole } from "@sellerkit/console/worker"
import * as PgStorage from "@sellerkit/storage-pg"
import { Redacted } from "effect"

interface Env {
  readonly ASSETS: any
  /** As Hyperdrive is bound. */
  readonly DATABASE: { readonly connectionString: string }
  readonly OPERATOR_KEY: string
  readonly SECRET: string
}

const { fetch, scheduled } = postgresWorker(({ ASSETS, DATABASE, OPERATOR_KEY, SECRET }: Env) => ({
  storage: () => PgStorage.makeRequestScopedStorage(Redacted.make(DATABASE.connectionString)),
  tokens: { secret: SECRET },
  operator: operatorConsole({ key: OPERATOR_KEY, assets: ASSETS }),
  reportRefresh: "1 second",
  // Receivers of tests are on this machine.
  allowedNetworks: ["127.0.0.0/8"]
}))

export default { fetch, scheduled }
