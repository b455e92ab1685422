/** One suite over every way in which the API is mounted. */
import {
  AddressPolicy,
  Events,
  JwtTokens,
  SellerId,
  OwnRateBudgets,
  ReportRefreshInterval,
  SecretVault,
  TokenIssuer
} from "@sellerkit/core"
import { Dispatcher } from "@sellerkit/core/delivery"
import { fallbackLayer, wholeDocsPageLayer } from "@sellerkit/core/http"
import { operatorRoutes } from "@sellerkit/core/operator"
import { sellerRoutes, servicesLayer } from "@sellerkit/core/service"
import type { SandboxEvent } from "@sellerkit/sandbox"
import { Sandbox } from "@sellerkit/sandbox/effect"
import { watchedCalls } from "@sellerkit/sandbox/simulation"
import { type ApiTarget, apiSuite, operatorOf, type StorageTarget } from "@sellerkit/testing"
import { NodeTransport } from "@sellerkit/transport-node"
import { DateTime, Duration, Effect, Layer, Logger, ManagedRuntime, Redacted } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { HttpRouter } from "effect/http"
import { issueToken, tokenSecret } from "./apiTokens.ts"
import { loopback, ownPostgres, sqliteInMemory, startStandalone } from "./standaloneService.ts"
import { storages } from "./targets.ts"

const reportRefresh = Duration.seconds(1)

const operatorKey = "an operator key of at least thirty-two characters"

const operatorLayer = operatorRoutes({ key: Redacted.make(operatorKey) })

/** The routes as a web handler, as an adapter mounts them. */
const webHandler = (storage: StorageTarget): ApiTarget => ({
  name: `web handler over ${storage.name}`,
  trials: storage.name === "memory" ? 1 : 0.15,
  spellings: storage.name === "memory" ? 1 : 0.15,
  start: async () => {
    const services = Layer.merge(Dispatcher.layer, JwtTokens.layer({ kind: "secret", secret: tokenSecret })).pipe(
      Layer.provideMerge(servicesLayer),
      Layer.provideMerge(
        Layer.mergeAll(
          NodeTransport.layer().pipe(Layer.provide(Layer.succeed(AddressPolicy, { allowed: loopback }))),
          OwnRateBudgets.layer,
          SecretVault.layer([]),
          TokenIssuer.layer(undefined),
          Mac.layerWebCrypto,
          Layer.succeed(ReportRefreshInterval, reportRefresh)
        )
      ),
      Layer.provideMerge(storage.layer),
      Layer.provideMerge(SecureRandom.layerWebCrypto),
      Layer.provideMerge(Logger.layer([]))
    )
    const runtime = ManagedRuntime.make(services)
    const routes = Layer.mergeAll(sellerRoutes, operatorLayer, fallbackLayer).pipe(
      Layer.provide(services),
      Layer.provide(wholeDocsPageLayer)
    )
    const { dispose, handler } = HttpRouter.toWebHandler(routes, { memoMap: runtime.memoMap, disableLogger: true })
    const fetch = (path: string, init?: RequestInit) => handler(new Request(`http://seller.test${path}`, init))
    return {
      fetch,
      operator: operatorOf(fetch, operatorKey),
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
  trials: 0.1,
  spellings: 0.15,
  start: async () => {
    const layer = Sandbox.layer()
    const runtime = ManagedRuntime.make(layer)
    const seller = await runtime.runPromise(Sandbox)
    const operatorSide = Layer.merge(operatorLayer, watchedCalls).pipe(
      Layer.provide(layer),
      Layer.provide(wholeDocsPageLayer)
    )
    const { dispose, handler } = HttpRouter.toWebHandler(operatorSide, {
      memoMap: runtime.memoMap,
      disableLogger: true
    })
    return {
      fetch: async (path, init) => {
        if (init?.method === "PUT" || init?.method === "PATCH") await runtime.runPromise(seller.advance(1))
        return seller.fetch(path, init)
      },
      operator: operatorOf((path, init) => handler(new Request(`http://seller.test${path}`, init)), operatorKey),
      token: (options) => runtime.runPromise(seller.token({ ...options, userId: 7 })),
      publish: (sellerId, events, { sandbox = false } = {}) =>
        runtime.runPromise(seller.publishFor({ sellerId, sandbox }, ...(events as ReadonlyArray<SandboxEvent>))),
      refreshReports: () => runtime.runPromise(seller.advance("30 minutes")),
      stop: async () => {
        await dispose()
        await runtime.dispose()
      }
    }
  }
}

for (const storage of storages) apiSuite(webHandler(storage))
apiSuite(sandbox)
// The web handler over memory has all of the random trials, and all spellings.
apiSuite({
  name: "standalone over SQLite",
  trials: 0.1,
  spellings: 0.15,
  start: () => startStandalone(sqliteInMemory, { reportRefresh })
})
apiSuite({
  name: "standalone over PostgreSQL",
  trials: 0.1,
  spellings: 0.15,
  start: () => startStandalone(ownPostgres, { reportRefresh })
})
