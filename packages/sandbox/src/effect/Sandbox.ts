/** A whole service in memory under simulated time, with a seller, a receiver, and time that passes when it is told to. */
import {
  Catalog,
  type DeliveryRecord,
  type EventRecord,
  type Product,
  type PublishedEvent,
  type ReportKind
} from "@sellerkit/core"
import { Context, type Duration, Effect, Layer, Redacted, type Scope } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpEffect, HttpRouter, type HttpServerRequest } from "effect/http"
import { MadeUpEvents, type SandboxEvent } from "../data/MadeUpEvents.ts"
import { SeededRandom } from "../data/SeededRandom.ts"
import { listen } from "../listen.ts"
import { ConnectedHandlers, type FetchHandler } from "../receiver/connectedTransport.ts"
import type { ReceivedNotification } from "../receiver/Notification.ts"
import { makeReceiver, type Receiver } from "../receiver/Receiver.ts"
import { Instruments } from "../time/Instruments.ts"
import { SimulatedTime } from "../time/SimulatedTime.ts"
import { serveWith } from "../webServer.ts"
import {
  type CreatedWebhook,
  makeCreateWebhook,
  makePublish,
  makeToken,
  type PublicationRefused,
  type TokenOptions,
  type TokenRefused,
  type WebhookOptions,
  type WebhookRefused
} from "./commands.ts"
import { routes, type SandboxOptions, serviceLayer } from "./layers.ts"
import {
  type CreditOptions,
  type CreditRefused,
  makeMarketplaceSide,
  type ProductsRefused,
  type MediaCampaignOptions,
  type MediaCampaignRefused,
  type SellerFunds
} from "./marketplaceSide.ts"
import type { SampleOptions } from "../sample/SampleSeller.ts"
import type { SampleCounts } from "./recordSample.ts"
import type { ReportRowsOptions, ReportRowsRefused } from "./reportRows.ts"
import { makeQueries, makeSnapshot } from "./queries.ts"
import type { NothingArrived } from "./NothingArrived.ts"
import type { Snapshot } from "./snapshot.ts"
import type { WebhookView } from "./views.ts"
import { type WaitOptions, makeNext } from "./nextNotification.ts"
import { accountsFor, type AccountOptions } from "./AccountOptions.ts"

/** The seller API over a socket, and without one. */
const makeApi = Effect.gen(function* () {
  const toHandler = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(
    yield* Effect.context<never>()
  )
  const handler = toHandler(yield* HttpRouter.toHttpEffect(routes))
  const baseUrl: string = yield* listen((request, response) => {
    void serveWith(handler, () => baseUrl)(request, response)
  })
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(typeof input === "string" ? new URL(input, baseUrl) : input, init)
    // Nothing would decompress the answer, as it happens where there is a socket.
    request.headers.delete("accept-encoding")
    return handler(request)
  }
  return { baseUrl, fetch }
})

/** Makes receivers, and knows them by their URLs. */
const makeReceivers = Effect.gen(function* () {
  const context = yield* Effect.context<Instruments | Scope.Scope>()
  const names = new Map<string, string>()
  const make = Effect.tap(Effect.provideContext(makeReceiver, context), ({ url }) =>
    Effect.sync(() => names.set(url, `receiver ${names.size + 1}`))
  )
  return { make, names }
})

const makeSandbox = Effect.fnUntraced(function* ({ sellerId: given }: SandboxOptions, seed: string) {
  const { activity, clock } = yield* Instruments
  const { advance, settled } = yield* SimulatedTime
  const handlers = yield* ConnectedHandlers
  const sellerId = given ?? new SeededRandom(`seller of ${seed}`).uuid()
  const accountOf = accountsFor(sellerId)
  const receivers = yield* makeReceivers
  const receiver = yield* receivers.make
  const events = new MadeUpEvents(seed, yield* Catalog, () => clock.currentTimeMillisUnsafe())
  const publishFor = yield* makePublish(accountOf, events)
  const queries = yield* makeQueries(accountOf)
  const makeTokenFor = yield* makeToken(accountOf)
  return Sandbox.of({
    ...(yield* makeApi),
    ...queries,
    sellerId,
    seed,
    receiver,
    newReceiver: receivers.make,
    connect: (origin, handler) => void handlers.set(new URL(origin).origin, handler),
    events,
    now: Effect.sync(() => new Date(clock.currentTimeMillisUnsafe())),
    settled,
    advance,
    // Simulated time would not wait for signing by itself, and a call may be about to use the token.
    token: (options) => activity.during(makeTokenFor(options)),
    createWebhook: yield* makeCreateWebhook(accountOf, events, receiver.url),
    publish: (...given) => publishFor({}, ...given),
    publishFor,
    ...(yield* makeMarketplaceSide(accountOf, seed)),
    next: yield* makeNext(queries),
    snapshot: yield* makeSnapshot(accountOf, queries, receivers.names)
  })
})

const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

export class Sandbox extends Context.Service<
  Sandbox,
  {
    /** Where the seller API answers over HTTP. */
    readonly baseUrl: string
    /** The seller of the sandbox. */
    readonly sellerId: string
    /** Gives the same ids, secrets and made-up data again. */
    readonly seed: string
    /** Calls the seller API without a socket: a path, or a URL that begins with `baseUrl`. */
    readonly fetch: typeof globalThis.fetch
    /** The receiver of webhooks that are made without a URL. */
    readonly receiver: Receiver
    /** Another receiver. */
    readonly newReceiver: Effect.Effect<Receiver>
    /** Notifications for URLs of this origin are given to the handler, without a socket. */
    connect(origin: string, handler: FetchHandler): void
    /** Makes up events. */
    readonly events: MadeUpEvents
    readonly now: Effect.Effect<Date>
    /** Completes when nothing more can happen before the time moves. */
    readonly settled: Effect.Effect<void>
    /** Lets time pass: what happens on the way happens in order, and is finished when this completes. */
    advance(duration: Duration.Input): Effect.Effect<void>
    /** A token of the seller API. */
    token(options?: TokenOptions): Effect.Effect<string, TokenRefused>
    createWebhook(options?: WebhookOptions): Effect.Effect<CreatedWebhook, WebhookRefused>
    /** Publishes events to the seller's webhooks, and completes when each has been sent once. Payloads may be left out. */
    publish(
      ...events: ReadonlyArray<string | SandboxEvent>
    ): Effect.Effect<ReadonlyArray<PublishedEvent>, PublicationRefused>
    publishFor(
      account: AccountOptions,
      ...events: ReadonlyArray<string | SandboxEvent>
    ): Effect.Effect<ReadonlyArray<PublishedEvent>, PublicationRefused>
    /** Products that campaigns may carry, each in place of the one with its `nm`. */
    putProducts(products: ReadonlyArray<Product>, account?: AccountOptions): Effect.Effect<void, ProductsRefused>
    /** A media campaign in any status, in place of the one with its id. */
    putMediaCampaign(
      advertId: number,
      campaign: MediaCampaignOptions,
      account?: AccountOptions
    ): Effect.Effect<void, MediaCampaignRefused>
    /** Rows of a report, each in place of the one with its key. They are shown after the next refresh. */
    recordReport<Kind extends ReportKind>(
      kind: Kind,
      rows: ReportRowsOptions<Kind>,
      account?: AccountOptions
    ): Effect.Effect<void, ReportRowsRefused>
    /**
     * Records the rows of all five reports of a made-up seller: of the sandbox's seed and the 30 days before today, unless other
     * options are given. They are shown after the next refresh. Gives how many there are.
     */
    recordSample(options?: SampleOptions, account?: AccountOptions): Effect.Effect<SampleCounts, ReportRowsRefused>
    /** Gives the seller roubles, or takes some where a sum is negative. Gives the funds after it. */
    credit(credit: CreditOptions): Effect.Effect<SellerFunds, CreditRefused>
    /** Lets time pass until a notification arrives that was not given before. */
    next(receiver: Receiver, options?: WaitOptions): Effect.Effect<ReceivedNotification, NothingArrived>
    /** How webhooks fare, the oldest first. */
    webhooks(account?: AccountOptions): Effect.Effect<ReadonlyArray<WebhookView>>
    /** All attempts to deliver, the oldest first. */
    deliveries(account?: AccountOptions): Effect.Effect<ReadonlyArray<DeliveryRecord>>
    /** What became of an event at each webhook, and every attempt. */
    fates(eventId: string, account?: AccountOptions): Effect.Effect<EventRecord>
    /** Everything that happened, without what differs between two runs. */
    snapshot(account?: AccountOptions): Effect.Effect<Snapshot>
  }
>()("@sellerkit/sandbox/effect/Sandbox") {
  /**
   * With all services of the domain, and a clock that `TestClock` moves: adjusting it is `advance`.
   */
  static readonly layer = (options: SandboxOptions = {}) =>
    Effect.gen(function* () {
      const { uuidV4 } = yield* SecureRandom.SecureRandom
      const seed = String(options.seed ?? (yield* uuidV4()))
      const tokenSecret = Redacted.make(new SeededRandom(`tokens of ${seed}`).text(43, characters))
      return SimulatedTime.releaseLayer.pipe(
        Layer.provideMerge(Layer.effect(Sandbox, makeSandbox(options, seed))),
        Layer.provideMerge(serviceLayer(options, seed, tokenSecret))
      )
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto), Layer.unwrap)
}
