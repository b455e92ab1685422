/** The service: API, operator interface and dispatcher of one process, over the storage that the settings name. */
import {
  AddressPolicy,
  type JwtKey,
  JwtTokens,
  OperationsWebhook,
  Resends,
  Retention,
  RetentionPeriods,
  servicesLayer
} from "@sellerkit/core"
import { Dispatcher } from "@sellerkit/core/delivery"
import { RequestValidationLayer, Routes } from "@sellerkit/core/http"
import { NodeTransport } from "@sellerkit/transport-node"
import { NodeCrypto, NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpMiddleware, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimiter } from "effect/persistence"
import { healthRoutes } from "./Health.ts"
import { loadKeySet } from "./keySet.ts"
import { OperatorApi } from "./operator/OperatorApi.ts"
import { operatorHandlersLayer } from "./operator/OperatorHandlers.ts"
import { authorizationLayer, scopeLayer } from "./operator/OperatorLayers.ts"
import { TokenIssuer } from "./operator/TokenIssuer.ts"
import { randomnessLayer } from "./randomness.ts"
import { secretVaultLayer } from "./secretVault.ts"
import { makeServer } from "./server.ts"
import type { Settings } from "./Settings.ts"
import { answersWithin, stoppingNoteLayer } from "./stopping.ts"
import { storageLayer } from "./storage.ts"
import type { TokenKey } from "./TokenKey.ts"
import { tracingLayer } from "./tracing/tracingLayer.ts"

const jwtKey = (client: HttpClient.HttpClient, key: TokenKey): JwtKey =>
  key.kind === "keySetUrl" ? { kind: "keySet", load: loadKeySet(client, key.url) } : key

const tokensLayer = (key: TokenKey) =>
  Effect.map(HttpClient.HttpClient, (client) => JwtTokens.layer(jwtKey(client, key))).pipe(
    Layer.unwrap,
    Layer.provide(FetchHttpClient.layer)
  )

// our choice: a thousand events with a thousand values each. A payload may have 64 levels and lies three levels deep;
// one more, so that the answer can name the payload that is too deep.
const publicationBounds = { levels: 68, values: 1_000_000 }

const operatorRoutes = ({ operatorKey }: Settings) =>
  Layer.mergeAll(
    HttpApiBuilder.layer(OperatorApi, { openapiPath: "/operator/v1/openapi.json" }),
    Routes.docsPageLayer(OperatorApi, "/operator/docs")
  ).pipe(
    Layer.provide(operatorHandlersLayer),
    Layer.provide(
      Layer.mergeAll(scopeLayer, authorizationLayer(operatorKey), RequestValidationLayer.layerWith(publicationBounds))
    )
  )

/** What goes on without being asked: delivery, sending again, removing old records. */
const backgroundLayer = ({ operations, retention }: Settings) =>
  Layer.mergeAll(
    Dispatcher.layer,
    OperationsWebhook.layer(operations),
    Resends.runner,
    Retention.layer.pipe(Layer.provide(Layer.succeed(RetentionPeriods, retention)))
  )

/** Everything below HTTP, until the layer closes. */
const workLayer = (settings: Settings) =>
  backgroundLayer(settings).pipe(
    Layer.provideMerge(servicesLayer),
    Layer.provideMerge(secretVaultLayer(settings)),
    Layer.provideMerge(
      Layer.mergeAll(
        NodeTransport.layer().pipe(Layer.provide(Layer.succeed(AddressPolicy, { allowed: settings.allowedNetworks }))),
        RateLimiter.layer,
        tokensLayer(settings.tokenKey),
        TokenIssuer.layer(settings.tokenKey),
        NodeCrypto.layerMac
      )
    ),
    Layer.provideMerge(storageLayer(settings.database)),
    Layer.provideMerge(randomnessLayer)
  )

// Operations have spans of their own. Those of the server and of its client would show the URLs with their queries.
const ownSpans = Layer.mergeAll(
  Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true),
  Layer.succeed(HttpClient.TracerDisabledWhen, () => true)
)

/** Who calls, where a proxy that is trusted says so. It costs nothing where no proxy is. */
const callersLayer = ({ trustedProxies }: Settings) =>
  trustedProxies.length === 0
    ? Layer.empty
    : HttpRouter.middleware(HttpMiddleware.xForwardedHeaders({ trustedProxies }), { global: true })

/** The listening end. Every request copies the services that are around it, so that only the routes are given those of `work`. */
const serverLayer = <A>(settings: Settings, work: Layer.Layer<A>) => {
  const { host, port } = settings
  const ownRoutes = Layer.mergeAll(operatorRoutes(settings), healthRoutes).pipe(Layer.provide(Routes.exactPathLayer))
  const routes = Layer.mergeAll(Routes.layer, ownRoutes, Routes.fallbackLayer, callersLayer(settings))
  return HttpRouter.serve(Layer.provide(routes, work), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(NodeHttpServer.layer(makeServer, { port, host, gracefulShutdownTimeout: answersWithin }))
  )
}

/** Runs the service until its scope closes: then requests are finished, what is in flight is settled, the storage closes. */
export const serviceLayer = (settings: Settings) =>
  Layer.build(workLayer(settings)).pipe(
    Effect.map((context) => {
      const work = Layer.succeedContext(context)
      return Layer.provide(stoppingNoteLayer, work).pipe(
        Layer.provideMerge(serverLayer(settings, work)),
        Layer.merge(work)
      )
    }),
    Layer.unwrap,
    Layer.provide(ownSpans),
    Layer.provide(tracingLayer(settings.tracing))
  )
