/** The seller API and the operator interface of a whole service over a storage, by the clock of the test. */
import { assert, it } from "@effect/vitest"
import {
  AddressPolicy,
  defaultHeartbeatRule,
  HeartbeatRule,
  type HostCaller,
  hostCallersLayer,
  Limits,
  noTokensLayer,
  OwnRateBudgets,
  RecordStore,
  RetentionInterval,
  SecretVault,
  type StorageError,
  type StoragePorts,
  TokenIssuer
} from "@sellerkit/core"
import { defaultDispatcherOptions, DispatcherOptions, FetchTransport } from "@sellerkit/core/delivery"
import { fallbackLayer, WebApi, wholeDocsPageLayer } from "@sellerkit/core/http"
import { operatorRoutes } from "@sellerkit/core/operator"
import { backgroundLayer, defaultLimits, JobIdleCheck, sellerRoutes, servicesLayer } from "@sellerkit/core/service"
import { Clock, Duration, Effect, Layer, Option, Record, Redacted } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import type { StorageTarget } from "../conformance/StorageTarget.ts"

export const seller: HostCaller = { sellerId: "01980000-0000-7000-8000-000000000001" }
export const another: HostCaller = { sellerId: "01980000-0000-7000-8000-000000000002" }

const operatorKey = "an operator key of at least thirty-two characters"

/** Looks for nothing that another process may have brought: there is none. Nobody has to wait for a rate budget. */
const quiet = Layer.mergeAll(
  Layer.succeed(DispatcherOptions, { ...defaultDispatcherOptions, idleCheck: Duration.infinity }),
  Layer.succeed(JobIdleCheck, Duration.infinity),
  Layer.succeed(HeartbeatRule, { ...defaultHeartbeatRule, every: Duration.infinity }),
  Layer.succeed(RetentionInterval, Duration.days(1)),
  Layer.succeed(
    Limits,
    Record.map(defaultLimits, () => ({ permits: 1_000_000, window: "1 second" }) as const)
  )
)

const routes = Layer.mergeAll(sellerRoutes, operatorRoutes({ key: Redacted.make(operatorKey) }), fallbackLayer)

/** A market of campaigns, or none. */
type MarketLayer = Layer.Layer<never, unknown, RecordStore | SecureRandom.SecureRandom>

const idleServiceOver = <E>(storage: Layer.Layer<StoragePorts, E>, market: MarketLayer = Layer.empty) =>
  WebApi.layer(routes).pipe(
    Layer.provide(wholeDocsPageLayer),
    Layer.provideMerge(servicesLayer),
    Layer.provideMerge(market),
    Layer.provideMerge(
      Layer.mergeAll(
        FetchTransport.layer.pipe(Layer.provide(Layer.succeed(AddressPolicy, { allowed: [] }))),
        OwnRateBudgets.layer,
        hostCallersLayer(noTokensLayer),
        SecretVault.layer([]),
        TokenIssuer.layer(undefined),
        Mac.layerWebCrypto
      )
    ),
    Layer.provideMerge(storage),
    Layer.provideMerge(SecureRandom.layerWebCrypto),
    Layer.provideMerge(quiet)
  )

export const serviceOver = <E>(storage: Layer.Layer<StoragePorts, E>, market?: MarketLayer) =>
  Layer.provideMerge(backgroundLayer, idleServiceOver(storage, market))

export type Services = Layer.Success<ReturnType<typeof serviceOver>>

/** A test over a service without what works in the background. */
type IdleTest = (
  title: string,
  body: Effect.Effect<void, unknown, Layer.Success<ReturnType<typeof idleServiceOver>>>
) => void

export type CampaignTest = (title: string, body: Effect.Effect<void, unknown, Services>) => void

/** A test over an empty storage, whose clock stands at 1970. */
export const campaignTest =
  ({ layer }: StorageTarget): CampaignTest =>
  (title, body) =>
    it.effect(title, () => Effect.provide(body, serviceOver(layer)))

/** The same, where nothing works in the background: what is due is not written. */
export const idleCampaignTest =
  ({ layer }: StorageTarget): IdleTest =>
  (title, body) =>
    it.effect(title, () => Effect.provide(body, idleServiceOver(layer)))

/** A database elsewhere takes its time, whatever the test's clock says. */
export const moment = TestClock.withLive(Effect.sleep("1 millis"))

/** Completes when what has become due by now of these collections is written. */
export const caughtUpWith = (collections: ReadonlyArray<string>): Effect.Effect<void, StorageError, RecordStore> =>
  Effect.gen(function* () {
    const next = yield* (yield* RecordStore).nextDue(collections)
    if (Option.isNone(next) || next.value > (yield* Clock.currentTimeMillis)) return
    yield* moment
    yield* caughtUpWith(collections)
  })

/** Completes when what has become due of campaigns by now is written. */
export const caughtUp = caughtUpWith(["campaign", "mediaCampaign"])

/** Lets time pass, and what becomes due by then be written. */
export const pass = (time: Duration.Input) => Effect.andThen(TestClock.adjust(time), caughtUp)

export interface Answer {
  readonly status: number
  readonly type: string | null
  readonly headers: Headers
  readonly text: string
  /** Undefined: it is no JSON. */
  readonly body: any
}

/** `makeRequest`: the same effect may be run again, and a request has its body only once. */
const send = Effect.fnUntraced(function* (makeRequest: () => Request, caller?: HostCaller) {
  const { handler } = yield* WebApi
  const answer = yield* Effect.promise(() =>
    handler(makeRequest(), caller === undefined ? {} : { authenticate: () => caller })
  )
  const type = answer.headers.get("content-type")
  const text = yield* Effect.promise(() => answer.text())
  const isJson = type?.startsWith("application/json") === true && text !== ""
  return {
    status: answer.status,
    type,
    headers: answer.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined
  } satisfies Answer
})

const isBytes = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array

const requestOf = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  new Request(`http://seller.test${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === "string" || isBytes(body) ? body : JSON.stringify(body) })
  })

/** A request of a seller. Existing clients of campaigns do not say that a body is JSON. */
export const call = (method: string, path: string, body?: unknown, caller: HostCaller = seller) =>
  send(
    () => requestOf(method, path, body, path.startsWith("/api/v1/") ? { "content-type": "application/json" } : {}),
    caller
  )

export const get = (path: string, caller?: HostCaller) => call("GET", path, undefined, caller)

type SentHeaders = Readonly<Record<string, string>>

const askOperator = (method: string, path: string, body: unknown, type: string, headers: SentHeaders = {}) =>
  send(() =>
    requestOf(method, `/operator/v1${path}`, body, {
      ...headers,
      authorization: `Bearer ${operatorKey}`,
      "content-type": type
    })
  )

/** Puts in the values that hold for all campaigns. */
export const configure = (configuration: object) => askOperator("PUT", "/config", configuration, "application/json")

export const operator = (
  method: string,
  path: string,
  body?: unknown,
  type = "application/json",
  headers?: SentHeaders
) => askOperator(method, `/sellers/${seller.sellerId}${path}`, body, type, headers)

/** Lines of statistics, as the marketplace's own side tells them. */
export const tell = (...rows: ReadonlyArray<object>) =>
  Effect.map(
    done(
      operator(
        "POST",
        "/campaign-statistics",
        rows.map((row) => JSON.stringify(row)).join("\n"),
        "application/x-ndjson"
      )
    ),
    ({ body }) => body
  )

export const refused = (text: string, status = 400) => ({ status, type: "text/plain; charset=utf-8", text })

/** What a refusal that is a text is told by. */
export const plain = ({ status, text, type }: Answer) => ({ status, type, text })

/** Fails unless the answer is a success. */
export const done = <E, R>(answer: Effect.Effect<Answer, E, R>) =>
  Effect.tap(answer, ({ status, text }) => Effect.sync(() => assert.isBelow(status, 300, text)))

export const shirts = { subjectId: 192, subjectName: "Рубашки" }
export const dresses = { subjectId: 69, subjectName: "Платья" }

export const product = (nm: number, subject: typeof shirts) => ({ nm, title: `Product ${nm}`, ...subject })

/** A seller with three products of two subjects, and with money. */
export const stocked = Effect.gen(function* () {
  const products = [product(101, shirts), product(102, shirts), product(201, dresses)]
  yield* done(operator("PUT", "/products", { products }))
  yield* done(operator("POST", "/funds", { account: 10_000, balance: 5000, bonus: 2000, idempotencyKey: "first" }))
})

export const createAuction = (input: object = {}) =>
  Effect.map(
    done(call("POST", "/adv/v2/seacat/save-ad", { name: "Summer", nms: [101, 201], ...input })),
    ({ body }) => body as number
  )

export const createAutomatic = (input: object = {}) =>
  Effect.map(
    done(call("POST", "/adv/v1/save-ad", { type: 8, name: "Winter", subjectId: 192, sum: 1000, btype: 1, ...input })),
    ({ body }) => Number(body)
  )

/** The campaign as the information shows it; undefined where it does not. */
export const shown = (advertId: number, caller?: HostCaller) =>
  Effect.map(done(call("POST", "/adv/v1/promotion/adverts", [advertId], caller)), ({ body }) => body?.[0])

export const shownStatus = (advertId: number) => Effect.map(shown(advertId), (campaign) => campaign?.status)
