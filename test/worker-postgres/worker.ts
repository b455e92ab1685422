/** A Worker whose data are in PostgreSQL, to which tests publish at a path of its own. */
import { postgresWorker } from "@sellerkit/adapter-worker/postgres"
import { operatorConsole } from "@sellerkit/console/worker"
import * as PgStorage from "@sellerkit/storage-pg"
import { Redacted } from "effect"

interface Env {
  /** As Hyperdrive is bound. */
  readonly DATABASE: { readonly connectionString: string }
  readonly SECRET: string
}

/** A folder without the console. */
const noAssets = { fetch: () => Promise.resolve(new Response(null, { status: 404 })) }

type Worker = typeof sellerkit
type Lifetime = Parameters<Worker["fetch"]>[2]

const sellerkit = postgresWorker((env: Env) => ({
  storage: () => PgStorage.makeRequestScopedStorage(Redacted.make(env.DATABASE.connectionString)),
  tokens: { secret: env.SECRET },
  operator: operatorConsole({ key: env.SECRET, assets: noAssets }),
  reportRefresh: "1 second",
  allowedNetworks: ["127.0.0.0/8"],
  log: () => {}
}))

const publish = async (request: Request, env: Env): Promise<Response> => {
  const { events, seller } = (await request.json()) as any
  const given = events.map(({ time, ...event }: any) => ({ ...event, ...(time && { time: new Date(time) }) }))
  return Response.json(await sellerkit.use(env, (service) => service.publish(seller, given)))
}

export default {
  fetch: (request: Request, env: Env, lifetime: Lifetime) =>
    new URL(request.url).pathname === "/publish" ? publish(request, env) : sellerkit.fetch(request, env, lifetime),
  scheduled: sellerkit.scheduled
}
