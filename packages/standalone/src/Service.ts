/**
 * The service: API, operator interface and dispatcher over the storage that the settings name, all of them in one process, or in
 * processes that have a part each.
 */
import {
  Attempts,
  consoleLayer,
  ConsoleOperatorApi,
  consoleOperatorDocument,
  type Features,
  portalHandlers
} from "@sellerkit/console"
import { appFilesLayer } from "@sellerkit/console/node"
import {
  AddressPolicy,
  hostCallersLayer,
  type JwtKey,
  JwtTokens,
  LifecyclePolicy,
  OperationsWebhook,
  type PublicKeyInvalid,
  ReportRefreshInterval,
  RetentionPeriods,
  RetrySchedule,
  type StorageError,
  TokenIssuer
} from "@sellerkit/core"
import { AnswerLanguage, exactPathLayer, fallbackLayer, wholeDocsPageLayer } from "@sellerkit/core/http"
import { marketLayer, type MarketOptions } from "@sellerkit/core/market"
import { operatorHandlersLayer, OperatorRoutes } from "@sellerkit/core/operator"
import { backgroundLayer, sellerRoutes, servicesLayer } from "@sellerkit/core/service"
import {
  Instruments,
  quietBackground,
  seededRandomLayer,
  type SimulatedTimeOptions,
  SimulatedTime,
  watchedCalls,
  watchedTransport
} from "@sellerkit/sandbox/simulation"
import {
  makeHostResolver,
  NodeCompression,
  NodeDispatcherName,
  NodeSigner,
  NodeTransport
} from "@sellerkit/transport-node"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Clock, Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpMiddleware, HttpRouter, type HttpServerError } from "effect/http"
import { healthRoutes } from "./Health.ts"
import { loadKeySet } from "./keySet.ts"
import { ClockHandlers } from "./operator/ClockHandlers.ts"
import { SandboxOperatorApi, sandboxOperatorDocument } from "./operator/SandboxOperatorApi.ts"
import { randomnessLayer } from "./randomness.ts"
import { secretVaultLayer } from "./secretVault.ts"
import { forwardedRequests } from "./server/forwardedRequests.ts"
import { makeServer } from "./server/makeServer.ts"
import type { ProcessSettings, Settings } from "./settings/Settings.ts"
import { answersWithin, stoppingNoteLayer } from "./stopping.ts"
import { storageLayer } from "./storage/storageLayer.ts"
import type { TokenKey } from "./settings/TokenKey.ts"
import { tracingLayer } from "./tracing/tracingLayer.ts"

const jwtKey = (client: HttpClient.HttpClient, key: TokenKey): JwtKey =>
  key.kind === "keySetUrl" ? { kind: "keySet", load: loadKeySet(client, key.url) } : key

const acceptedTokensLayer = (key: TokenKey) =>
  Effect.map(HttpClient.HttpClient, (client) => JwtTokens.layer(jwtKey(client, key))).pipe(
    Layer.unwrap,
    Layer.provide(FetchHttpClient.layer)
  )

const operatorOptions = ({ operatorKey: key }: ProcessSettings) => ({
  key,
  whereItIs:
    "it is the SELLERKIT_OPERATOR_KEY that the service was started with or, where that is not set, the operatorKey in development.json of the service's data folder"
})

/** The operator interface with the operation that opens a portal. */
const operatorRoutes = (settings: Settings) =>
  OperatorRoutes.layer(
    ConsoleOperatorApi,
    Layer.merge(operatorHandlersLayer, portalHandlers(settings)),
    consoleOperatorDocument,
    operatorOptions(settings)
  )

/** Sessions go on while the time of the sandbox is moved. */
const realTime = Clock.Clock.defaultValue()

/** That, with the operations that move the time. */
const sandboxOperatorRoutes = (settings: Settings) =>
  OperatorRoutes.layer(
    SandboxOperatorApi,
    Layer.mergeAll(operatorHandlersLayer, portalHandlers({ ...settings, clock: realTime }), ClockHandlers),
    sandboxOperatorDocument,
    operatorOptions(settings)
  )

/** What people use in a browser. */
const consoleRoutes = (
  { frameAncestors, operatorKey, tokenKey }: Settings,
  features: Pick<Features, "clock">,
  clock?: Clock.Clock
) =>
  consoleLayer({
    operatorKey,
    features: { ...features, tokens: tokenKey.kind === "secret", everySeller: true, live: true },
    frameAncestors,
    isHome: true,
    clock
  }).pipe(Layer.provide([appFilesLayer, Attempts.layer]))

const apiRoutes = (settings: Settings) =>
  Layer.mergeAll(sellerRoutes, operatorRoutes(settings), consoleRoutes(settings, { clock: false })).pipe(
    Layer.provide(wholeDocsPageLayer)
  )

const sandboxRoutes = (settings: Settings) =>
  Layer.mergeAll(
    sellerRoutes,
    sandboxOperatorRoutes(settings),
    consoleRoutes(settings, { clock: true }, realTime),
    watchedCalls
  ).pipe(Layer.provide(wholeDocsPageLayer))

const monitoringRoutes = (settings: ProcessSettings) => OperatorRoutes.monitoringLayer(operatorOptions(settings))

/** Background work, and the operations webhook. */
const unattendedLayer = ({ operations }: ProcessSettings) =>
  Layer.merge(Layer.provide(backgroundLayer, NodeDispatcherName.layer), OperationsWebhook.layer(operations))

/** Values from the settings that replace the defaults everywhere. */
const settingsLayer = ({ language, lifecycle, reportRefresh, retention, retries }: ProcessSettings) =>
  Layer.mergeAll(
    Layer.succeed(RetentionPeriods, retention),
    Layer.succeed(RetrySchedule, retries),
    Layer.succeed(AnswerLanguage, language),
    Layer.succeed(LifecyclePolicy, lifecycle),
    Layer.succeed(ReportRefreshInterval, reportRefresh)
  )

/** The tokens that callers are known by. */
const tokensLayer = ({ tokenKey }: Settings) =>
  Layer.mergeAll(
    hostCallersLayer(acceptedTokensLayer(tokenKey)),
    TokenIssuer.layer(
      tokenKey.kind === "secret" ? tokenKey.secret : undefined,
      "this installation has no SELLERKIT_TOKEN_SECRET to sign them with"
    )
  )

const transportLayer = ({ allowedNetworks: allowed, nameServers: servers }: ProcessSettings) =>
  NodeTransport.layer({ resolveHost: makeHostResolver({ servers }) }).pipe(
    Layer.provide(Layer.succeed(AddressPolicy, { allowed }))
  )

/** The foundation of the domain's services. Every process has it. */
const foundationLayer = (settings: ProcessSettings) =>
  Layer.mergeAll(secretVaultLayer(settings), transportLayer(settings), NodeCrypto.layerMac, NodeSigner.layer).pipe(
    Layer.provideMerge(storageLayer(settings.database)),
    Layer.provideMerge(randomnessLayer)
  )
type FoundationLayer = ReturnType<typeof foundationLayer>
type Foundation = Layer.Success<FoundationLayer>
type Domain = Foundation | Layer.Success<typeof servicesLayer>

/** The server that routes are added to. */
type Server =
  | HttpRouter.HttpRouter
  | HttpRouter.Request<"Error", HttpServerError.HttpServerError>
  | Layer.Success<typeof NodeHttpServer.layerHttpServices>

/** Which parts of the service a process runs. Each answers how it does (`Health.ts`). */
interface Role<Given extends ProcessSettings, Work, Needs = never> {
  readonly foundation: (
    settings: Given
  ) => Layer.Layer<Foundation, Layer.Error<FoundationLayer>, Layer.Services<FoundationLayer> | Needs>
  readonly work: (settings: Given) => Layer.Layer<Work, PublicKeyInvalid | StorageError, Domain | NoInfer<Needs>>
  readonly routes: (settings: Given) => Layer.Layer<never, never, Domain | NoInfer<Needs> | Server | Work>
}

// Operations have spans of their own. Those of the server and of its client would show the URLs with their queries.
const ownSpans = Layer.mergeAll(
  Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true),
  Layer.succeed(HttpClient.TracerDisabledWhen, () => true)
)

/** What trusted proxies say of callers. It costs nothing where there is no proxy. */
const callersLayer = ({ trustedProxies }: ProcessSettings) =>
  trustedProxies.length === 0 ? Layer.empty : HttpRouter.middleware(forwardedRequests(trustedProxies), { global: true })

/** The server. Only the routes get the services of `work`. */
const serverLayer = <Given extends ProcessSettings, Work, Needs>(
  { routes }: Role<Given, Work, Needs>,
  settings: Given,
  work: Layer.Layer<Domain | Work>
) => {
  const { host, port } = settings
  const health = Layer.provide(healthRoutes, exactPathLayer)
  const all = Layer.mergeAll(routes(settings), health, fallbackLayer, callersLayer(settings))
  return HttpRouter.serve(Layer.provide(all, work), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(NodeHttpServer.layer(makeServer, { port, host, gracefulShutdownTimeout: answersWithin }))
  )
}

/** Runs until the scope closes: then requests are finished, what is in flight is settled, the storage closes. */
const processLayer =
  <Given extends ProcessSettings, Work, Needs = never>(role: Role<Given, Work, Needs>) =>
  (settings: Given) =>
    Layer.build(
      role
        .work(settings)
        .pipe(
          Layer.provideMerge(servicesLayer),
          Layer.provideMerge(settingsLayer(settings)),
          Layer.provideMerge(role.foundation(settings))
        )
    ).pipe(
      Effect.map((context) => {
        const work = Layer.succeedContext(context)
        return Layer.provide(stoppingNoteLayer, work).pipe(
          Layer.provideMerge(serverLayer(role, settings, work)),
          Layer.merge(work)
        )
      }),
      Layer.unwrap,
      Layer.provide([NodeCompression.layer, ownSpans]),
      Layer.provide(tracingLayer(settings.tracing))
    )

/** The whole service in one process. */
export const serviceLayer = processLayer({
  foundation: foundationLayer,
  work: (settings: Settings) => Layer.merge(unattendedLayer(settings), tokensLayer(settings)),
  routes: apiRoutes
})

/** The part that is called. Other processes deliver. */
export const apiLayer = processLayer({ foundation: foundationLayer, work: tokensLayer, routes: apiRoutes })

/** The part that delivers. Only its health and metrics can be called. */
export const dispatcherLayer = processLayer({
  foundation: foundationLayer,
  work: unattendedLayer,
  routes: monitoringRoutes
})

export interface SandboxOptions extends SimulatedTimeOptions {
  /** Decides ids and secrets: the same ones for the same seed. */
  readonly seed: string
  /** What displays campaigns that run; nobody, when absent. */
  readonly market?: MarketOptions | undefined
}

type SandboxWork =
  | Layer.Success<ReturnType<typeof unattendedLayer>>
  | Layer.Success<ReturnType<typeof tokensLayer>>
  | SimulatedTime

const sandboxRole = ({ market, seed }: SandboxOptions): Role<Settings, SandboxWork, Instruments> => ({
  foundation: (settings) =>
    (market === undefined ? Layer.empty : Layer.orDie(marketLayer(market))).pipe(
      Layer.provideMerge(Layer.mergeAll(watchedTransport, seededRandomLayer(seed))),
      Layer.provideMerge(foundationLayer(settings))
    ),
  work: (settings) =>
    SimulatedTime.layer.pipe(Layer.provideMerge(Layer.merge(unattendedLayer(settings), tokensLayer(settings)))),
  routes: sandboxRoutes
})

/**
 * The whole service in one process under simulated time, which the operator interface moves. Its database has to be in memory.
 */
export const sandboxLayer = (settings: Settings, options: SandboxOptions) =>
  SimulatedTime.releaseLayer.pipe(
    Layer.provideMerge(processLayer(sandboxRole(options))(settings)),
    Layer.provideMerge(Layer.merge(quietBackground, Instruments.layer(options)))
  )
