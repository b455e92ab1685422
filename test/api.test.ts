/** One suite over every way in which the API is mounted. */
import { AddressPolicy, Events, JwtTokens, SellerId, OwnRateBudgets, SecretVault } from "@sellerkit/core"
import { Dispatcher } from "@sellerkit/core/delivery"
import { fallbackLayer, wholeDocsPageLayer } from "@sellerkit/core/http"
import { sellerRoutes, servicesLayer } from "@sellerkit/core/service"
import { Sandbox, type SandboxEvent } from "@sellerkit/sandbox"
import { type ApiTarget, apiSuite, type StorageTarget } from "@sellerkit/testing"
import { NodeTransport } from "@sellerkit/transport-node"
import { DateTime, Effect, Layer, Logger, ManagedRuntime } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { HttpRouter } from "effect/http"
import { issueToken, tokenSecret } from "./apiTokens.ts"
import { loopback, ownPostgres, sqliteInMemory, startStandalone } from "./standaloneService.ts"
import { storages } from "./targets.ts"

/** The routes as a web handler, as an adapter mounts them. */
const webHandler = (storage: StorageTarget): ApiTarget => ({
  name: `web handler over ${storage.name}`,
  start: async () => {
    const services = Layer.merge(Dispatcher.layer, JwtTokens.layer({ kind: "secret", secret: tokenSecret })).pipe(
      Layer.provideMerge(servicesLayer),
      Layer.provideMerge(
        Layer.mergeAll(
          NodeTransport.layer().pipe(Layer.provide(Layer.succeed(AddressPolicy, { allowed: loopback }))),
          OwnRateBudgets.layer,
          SecretVault.layer([]),
          Mac.layerWebCrypto
        )
      ),
      Layer.provideMerge(storage.layer),
      Layer.provideMerge(SecureRandom.layerWebCrypto),
      Layer.provideMerge(Logger.layer([]))
    )
    const runtime = ManagedRuntime.make(services)
    const routes = Layer.mergeAll(sellerRoutes, fallbackLayer).pipe(
      Layer.provide(services),
      Layer.provide(wholeDocsPageLayer)
    )
    const { dispose, handler } = HttpRouter.toWebHandler(routes, { memoMap: runtime.memoMap, disableLogger: true })
    return {
      fetch: (path, init) => handler(new Request(`http://seller.test${path}`, init)),
      token: issueToken,
      publish: (sellerId, events, options) =>
        runtime.runPromise(
          Effect.flatMap(Events, (service) =>
            service.publish(
              { sellerId: SellerId.make(sellerId), sandbox: options?.sandbox ?? false },
              events.map(({ time, ...event }) => ({
                ...event,
                ...(time === undefined ? undefined : { time: DateTime.makeUnsafe(time) })
              }))
            )
          )
        ),
      stop: async () => {
        await dispose()
        await runtime.dispose()
      }
    }
  }
})

/** What integrators test with. Its time stands still, but for a moment before each edit, so that this is seen to be later. */
const sandbox: ApiTarget = {
  name: "sandbox",
  start: async () => {
    const seller = await Sandbox.start()
    return {
      fetch: async (path, init) => {
        if (init?.method === "PUT" || init?.method === "PATCH") await seller.advance(1)
        return seller.fetch(path, init)
      },
      token: (options) => seller.token({ ...options, userId: 7 }),
      publish: (sellerId, events, { sandbox = false } = {}) =>
        seller.publishFor({ sellerId, sandbox }, ...(events as ReadonlyArray<SandboxEvent>)),
      stop: () => seller.close()
    }
  }
}

for (const storage of storages) apiSuite(webHandler(storage))
apiSuite(sandbox)
// The web handlers over the same storages have all of the random trials.
apiSuite({ name: "standalone over SQLite", trials: 0.3, start: () => startStandalone(sqliteInMemory) })
apiSuite({ name: "standalone over PostgreSQL", trials: 0.3, start: () => startStandalone(ownPostgres) })
