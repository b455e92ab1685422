/** The service of a sandbox: all of it in memory, on simulated time, with secrets and ids that a seed decides. */
import {
  AddressPolicy,
  Catalog,
  type EventCatalog,
  Events,
  JwtTokens,
  defaultLifecyclePolicy,
  LifecyclePolicy,
  type Limit,
  Limits,
  OwnRateBudgets,
  SecretVault,
  TokenIssuer
} from "@sellerkit/core"
import { AnswerLanguage, fallbackLayer, type Language, wholeDocsPageLayer } from "@sellerkit/core/http"
import { marketLayer, type MarketOptions } from "@sellerkit/core/market"
import { backgroundLayer, type LimitName, sellerRoutes, servicesLayer } from "@sellerkit/core/service"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { NodeCompression, NodeTransport } from "@sellerkit/transport-node"
import { Clock, Context, type Duration, Effect, Layer, Logger, Metric, type Redacted } from "effect"
import { Mac } from "effect/crypto"
import { IpNetwork } from "effect/net"
import { type Seed, seededRandomLayer } from "../data/SeededRandom.ts"
import { ConnectedHandlers, connectedTransport } from "../receiver/connectedTransport.ts"
import { Instruments } from "../time/Instruments.ts"
import { SimulatedTime } from "../time/SimulatedTime.ts"
import { quietBackground, watchedCalls, watchedTransport } from "../time/watched.ts"
import { notedOwners, WebhookOwners } from "./WebhookOwners.ts"

export interface SandboxOptions {
  /** What the time is at first: the real one when absent. */
  readonly startsAt?: Date | number | string
  /** Decides ids, secrets and made-up data: the same ones for the same seed. */
  readonly seed?: Seed
  /** The seller of the sandbox; made up when absent. */
  readonly sellerId?: string
  /** Event types, where there are others than the published ones. */
  readonly catalog?: EventCatalog
  /** The language of what the operations on campaigns refuse with; Russian when absent. */
  readonly language?: Language
  /** What is made of the dates in the change log: deprecated operations say so in headers, when absent. */
  readonly lifecycle?: Partial<LifecyclePolicy>
  /** Rate budgets, where there are others than the usual ones. */
  readonly limits?: { readonly [Name in LimitName]?: Limit }
  /** A simulated market: its seed, or more about it. Nobody displays campaigns when absent. */
  readonly market?: MarketOptions | Seed
  /** Private networks whose receivers may be called besides this machine, such as `10.0.0.0/8`. */
  readonly allowedNetworks?: ReadonlyArray<string>
  /** A receiver that has not answered in so much real time (2 seconds) is taken for one that never will. */
  readonly patience?: Duration.Input
  /** Called with each new time, just before the time changes: for tests that set the date of the system. */
  readonly followTime?: (now: Date) => void
}

/** The types of the published events, as `scope/type`, in the order of their first publication. */
export class PublishedTypes extends Context.Service<PublishedTypes, Set<string>>()(
  "@sellerkit/sandbox/effect/PublishedTypes"
) {
  static readonly layer = Layer.sync(PublishedTypes, () => new Set<string>())
}

const notedEvents = Layer.effect(
  Events,
  Effect.gen(function* () {
    const events = yield* Events
    const types = yield* PublishedTypes
    return Events.of({
      ...events,
      publish: (account, inputs) =>
        Effect.tap(events.publish(account, inputs), () =>
          Effect.sync(() => inputs.forEach(({ scope, type }) => types.add(`${scope}/${type}`)))
        )
    })
  })
)

const thisMachine = ["127.0.0.0/8", "::1/128"]

const transport = ({ allowedNetworks = [] }: SandboxOptions) => {
  const allowed = [...thisMachine, ...allowedNetworks].map((network) => IpNetwork.fromStringUnsafe(network))
  return watchedTransport.pipe(
    Layer.provide(connectedTransport),
    Layer.provide(Layer.provide(NodeTransport.layer(), Layer.succeed(AddressPolicy, { allowed })))
  )
}

/** The values that an installation replaces. */
const replaced = ({ catalog, language, lifecycle, limits }: SandboxOptions) =>
  Layer.mergeAll(
    catalog === undefined ? Layer.empty : Layer.succeed(Catalog, catalog),
    language === undefined ? Layer.empty : Layer.succeed(AnswerLanguage, language),
    Layer.succeed(LifecyclePolicy, { ...defaultLifecyclePolicy, ...lifecycle }),
    limits === undefined ? Layer.empty : Layer.succeed(Limits, limits)
  )

/** What becomes of campaigns that run. */
const market = ({ market: given }: SandboxOptions) => {
  if (given === undefined) return Layer.empty
  return Layer.orDie(marketLayer(typeof given === "object" ? given : { seed: given }))
}

/** A sandbox keeps to itself: it logs nothing, and its metrics are apart from the host's. */
const unnoticed = Layer.merge(
  Logger.layer([]),
  Layer.sync(Metric.MetricRegistry, () => new Map())
)

/** The default time: that of the machine, or of the fake timers of a test. */
const timeOfDay = (): number => Clock.Clock.defaultValue().currentTimeMillisUnsafe()

const startOf = ({ startsAt }: SandboxOptions): number => {
  const time = startsAt === undefined ? timeOfDay() : new Date(startsAt).getTime()
  if (Number.isNaN(time))
    throw new Error(`startsAt is no time: ${String(startsAt)}; give one such as 2026-01-15T09:00:00Z`)
  return time
}

const instruments = (options: SandboxOptions) =>
  Effect.sync(() =>
    Instruments.layer({ startsAt: startOf(options), patience: options.patience, follow: options.followTime })
  ).pipe(Layer.unwrap)

/** All services of the domain, at work under simulated time. */
export const serviceLayer = (options: SandboxOptions, seed: Seed, tokenSecret: Redacted.Redacted) =>
  Layer.mergeAll(
    SimulatedTime.layer,
    Layer.orDie(JwtTokens.layer({ kind: "secret", secret: tokenSecret })),
    TokenIssuer.layer(tokenSecret)
  ).pipe(
    Layer.provideMerge(backgroundLayer),
    Layer.provideMerge(Layer.provideMerge(notedEvents, servicesLayer)),
    Layer.provideMerge(market(options)),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.provideMerge(notedOwners, MemoryStorage.layer),
        transport(options),
        SecretVault.layer([]),
        OwnRateBudgets.layer,
        Mac.layerWebCrypto
      )
    ),
    Layer.provideMerge(
      Layer.mergeAll(ConnectedHandlers.layer, PublishedTypes.layer, WebhookOwners.layer, seededRandomLayer(seed))
    ),
    Layer.provideMerge(quietBackground),
    Layer.provideMerge(Layer.mergeAll(replaced(options), NodeCompression.layer, unnoticed)),
    Layer.provideMerge(instruments(options))
  )

/** The seller API, as it is mounted anywhere. */
export const routes = Layer.mergeAll(sellerRoutes, fallbackLayer, watchedCalls).pipe(Layer.provide(wholeDocsPageLayer))
