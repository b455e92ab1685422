/** One suite over every way in which the API is mounted. */
import {
  AddressPolicy,
  Category,
  defaultRetentionPeriods,
  documentedRetrySchedule,
  Events,
  JwtTokens,
  SellerId,
  OwnRateBudgets,
  SecretVault,
  servicesLayer
} from "@sellerkit/core"
import { Dispatcher } from "@sellerkit/core/delivery"
import { Routes, wholeDocsPageLayer } from "@sellerkit/core/http"
import { Sandbox, type SandboxEvent } from "@sellerkit/sandbox"
import { type Settings, serviceLayer } from "@sellerkit/standalone"
import { type ApiTarget, apiSuite, type StorageTarget } from "@sellerkit/testing"
import { NodeTransport } from "@sellerkit/transport-node"
import { NodeServices } from "@effect/platform-node"
import { DateTime, Effect, Layer, Logger, ManagedRuntime, Redacted, type Scope } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { HttpRouter, HttpServer } from "effect/http"
import { IpNetwork } from "effect/net"
import { issueToken, tokenSecret } from "./apiTokens.ts"
import { postgresDatabase, storages } from "./targets.ts"

const operatorKey = Redacted.make("an operator key of at least thirty-two characters")
const loopback = [IpNetwork.fromStringUnsafe("127.0.0.0/8")]

/** The routes as a web handler, as an adapter mounts them. */
const webHandler = (storage: StorageTarget): ApiTarget => ({
  name: `web handler over ${storage.name}`,
  start: async () => {
    const services = Dispatcher.layer.pipe(
      Layer.provideMerge(servicesLayer),
      Layer.provideMerge(
        Layer.mergeAll(
          NodeTransport.layer().pipe(Layer.provide(Layer.succeed(AddressPolicy, { allowed: loopback }))),
          OwnRateBudgets.layer,
          JwtTokens.layer({ kind: "secret", secret: tokenSecret }),
          SecretVault.layer([]),
          Mac.layerWebCrypto
        )
      ),
      Layer.provideMerge(storage.layer),
      Layer.provideMerge(SecureRandom.layerWebCrypto),
      Layer.provideMerge(Logger.layer([]))
    )
    const runtime = ManagedRuntime.make(services)
    const routes = Layer.mergeAll(Routes.layer, Routes.fallbackLayer).pipe(
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

const settings: Settings = {
  profile: "production",
  host: "127.0.0.1",
  port: 0,
  database: { kind: "sqlite", file: ":memory:" },
  operatorKey,
  tokenKey: { kind: "secret", secret: tokenSecret },
  secretKeys: [],
  allowedNetworks: loopback,
  operations: undefined,
  retention: defaultRetentionPeriods,
  nameServers: [],
  retries: documentedRetrySchedule,
  trustedProxies: []
}

/** The standalone service over a socket; events and tokens come through its operator interface. */
const standalone = (name: string, database: Effect.Effect<Settings["database"], never, Scope.Scope>): ApiTarget => ({
  name: `standalone over ${name}`,
  start: async () => {
    const service = Layer.unwrap(Effect.map(database, (found) => serviceLayer({ ...settings, database: found }))).pipe(
      Layer.provide(NodeServices.layer),
      Layer.provideMerge(Logger.layer([]))
    )
    const runtime = ManagedRuntime.make(service)
    const base = await runtime.runPromise(HttpServer.addressFormattedWith(Effect.succeed))
    const operator = async (path: string, body: unknown) => {
      const response = await fetch(`${base}/operator/v1${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${Redacted.value(operatorKey)}`, "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      if (!response.ok) throw new Error(await response.text())
      return response.json() as Promise<any>
    }
    return {
      fetch: (path, init) => fetch(`${base}${path}`, init),
      token: async ({ categories = Category.literals, type = "base", ...options }) =>
        (await operator("/tokens", { ...options, categories, type })).token,
      publish: async (sellerId, events, options) =>
        (await operator("/events", { sellerId, events, ...options })).events,
      stop: () => runtime.dispose()
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
apiSuite(standalone("SQLite", Effect.succeed({ kind: "sqlite", file: ":memory:" })))
apiSuite(
  standalone(
    "PostgreSQL",
    Effect.map(Effect.orDie(postgresDatabase), ({ service, url }) => ({
      kind: "postgres",
      // With the rights of a service alone.
      url: Redacted.make(service?.url ?? url),
      pooled: false
    }))
  )
)
