/** The API as its callers see it, wherever in an Express app it is mounted. */
import { keepBody, toExpress } from "@sellerkit/adapter-express"
import type { Sellerkit } from "@sellerkit/embed"
import { operatorInterface } from "@sellerkit/core/operator"
import { apiSuite, type EventOptions, operatorOf, type TokenOptions } from "@sellerkit/testing"
import { isEveryTarget } from "../fixtures/isEveryTarget.ts"
import { type Application, type Express, listen, startSellerkit, versions } from "./hosts.ts"

interface Mount {
  readonly name: string
  readonly path: string
  readonly before: (app: Application, express: Express) => void
}

const mounts: ReadonlyArray<Mount> = [
  { name: "plain", path: "", before: () => {} },
  {
    name: "behind express.json(), under a path",
    path: "/marketplace/seller",
    before: (app, express) => app.use(express.json({ limit: "2mb", verify: keepBody }))
  }
]

const operatorKey = "an operator key of at least thirty-two characters"

const start = async (express: Express, { before, path }: Mount) => {
  const sellerkit: Sellerkit<any> = await startSellerkit({
    operator: operatorInterface({ key: operatorKey }),
    reportRefresh: "1 second"
  })
  const app = express()
  before(app, express)
  app.use(path === "" ? "/" : path, toExpress(sellerkit, { fallThrough: false }))
  const { stop, url } = await listen(app)
  const fetchFrom = (requested: string, init?: RequestInit) => fetch(`${url}${path}${requested}`, init)
  return {
    fetch: fetchFrom,
    operator: operatorOf(fetchFrom, operatorKey),
    token: async (request: TokenOptions) => (await sellerkit.issueToken({ ...request, userId: 7 })).token,
    publish: (sellerId: string, events: ReadonlyArray<EventOptions>, options: { readonly sandbox?: boolean } = {}) =>
      sellerkit.publish(
        { sellerId, ...options },
        events.map(({ time, ...event }) => ({
          ...event,
          ...(time === undefined ? undefined : { time: new Date(time) })
        }))
      ),
    stop: async () => {
      await stop()
      await sellerkit.close()
    }
  }
}

// What is random is about the service, and is tried enough where nothing is around it (test/api.test.ts); so are spellings of URLs.
const trials = 1 / 10
const spellings = 0.15

for (const [place, [version, express]] of versions.entries()) {
  // Each version and each way once.
  for (const mount of isEveryTarget ? mounts : [mounts[place]!]) {
    apiSuite({
      name: `${version}, ${mount.name}`,
      trials,
      spellings,
      mountPath: mount.path || "/",
      start: () => start(express, mount)
    })
  }
}
