/** What a caller and an operator see of an unexpected failure. */
import { assert, describe, it } from "@effect/vitest"
import {
  Catalog,
  Category,
  eventScope,
  EventCatalog,
  JwtTokens,
  Records,
  RevokedTokens,
  SellerId,
  OwnRateBudgets,
  SecretVault,
  StorageError,
  type StoragePorts,
  WebhookStore
} from "@sellerkit/core"
import { FetchTransport } from "@sellerkit/core/delivery"
import { fallbackLayer, wholeDocsPageLayer } from "@sellerkit/core/http"
import { sellerRoutes, servicesLayer } from "@sellerkit/core/service"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { Duration, Effect, Layer, Logger, Redacted } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { HttpRouter } from "effect/http"
import { RateLimiter } from "effect/persistence"

const secret = Redacted.make("a secret of at least thirty-two characters")

/** Over a storage of their own, in which nothing fails. */
const tokensLayer = JwtTokens.layer({ kind: "secret", secret }).pipe(
  Layer.provide(Layer.provide(RevokedTokens.layer, Records.layer)),
  Layer.provide(MemoryStorage.layer)
)

/** Storage whose webhooks cannot be read. */
const brokenStorage = (failure: Effect.Effect<never, StorageError>): Layer.Layer<StoragePorts> =>
  Layer.effect(
    WebhookStore,
    Effect.map(WebhookStore, (store) => WebhookStore.of({ ...store, list: () => failure }))
  ).pipe(Layer.provideMerge(MemoryStorage.layer))

const bug = Effect.die(new Error("hunter2 is not a function"))

/** Rate budgets that cannot be reached. */
const brokenBudgets = (cause: StorageError) => {
  const failure = Effect.fail(
    new RateLimiter.RateLimiterError({
      reason: new RateLimiter.RateLimitStoreError({ message: "The rate budgets cannot be reached", cause })
    })
  )
  return Layer.effect(
    RateLimiter.RateLimiterStore,
    Effect.map(RateLimiter.RateLimiterStore, (store) =>
      RateLimiter.RateLimiterStore.of({ ...store, tokenBucket: () => failure })
    )
  ).pipe(Layer.provide(OwnRateBudgets.layer))
}

/** Scopes whose names are none: an answer with them does not fit its schema. */
const brokenCatalog = new EventCatalog([
  eventScope({ key: "broken", name: { hunter2: true } as never, category: "content", eventTypes: [] })
])

interface Broken {
  readonly storage?: Layer.Layer<StoragePorts>
  readonly budgets?: Layer.Layer<RateLimiter.RateLimiterStore>
  readonly catalog?: EventCatalog
  /** Whether the logger is there when routes are made, and not when requests come. */
  readonly logsAround?: boolean
}

/** Calls a service in which something is broken, and keeps what it logs. */
const call = async (
  path: string,
  { budgets = OwnRateBudgets.layer, catalog, logsAround = false, storage = MemoryStorage.layer }: Broken,
  given: Record<string, string> = { "x-request-id": "night-call-1" }
) => {
  const logged: Array<string> = []
  const logger = Logger.layer([Logger.make((options) => void logged.push(Logger.formatJson.log(options)))])
  const routes = Layer.mergeAll(sellerRoutes, HttpRouter.add("GET", "/beside", bug), fallbackLayer).pipe(
    Layer.provide(servicesLayer),
    Layer.provide([
      storage,
      FetchTransport.layer,
      budgets,
      tokensLayer,
      SecretVault.layer([]),
      Mac.layerWebCrypto,
      wholeDocsPageLayer
    ]),
    Layer.provide(catalog === undefined ? Layer.empty : Layer.succeed(Catalog, catalog)),
    Layer.provide(SecureRandom.layerWebCrypto),
    logsAround ? Layer.provide(logger) : Layer.provideMerge(logger)
  )
  const token = await Effect.runPromise(
    JwtTokens.issue(
      secret,
      {
        tokenId: crypto.randomUUID(),
        sellerId: SellerId.make(crypto.randomUUID()),
        type: "base",
        categories: Category.literals,
        readOnly: false,
        sandbox: false
      },
      Duration.minutes(5)
    )
  )
  const { dispose, handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
  const headers = { authorization: Redacted.value(token), ...given }
  const response = await handler(new Request(`http://seller.test${path}`, { headers }))
  const body: any = await response.json()
  await dispose()
  return { response, body, logged, token: Redacted.value(token) }
}

const failures: Readonly<Record<string, readonly [path: string, broken: Broken]>> = {
  "a bug": ["/api/v1/webhooks", { storage: brokenStorage(bug) }],
  "storage that is gone": [
    "/api/v1/webhooks",
    {
      storage: brokenStorage(
        Effect.fail(new StorageError({ operation: "list", retryable: false, cause: new Error("disk hunter2 is full") }))
      )
    }
  ],
  "an answer that does not fit its schema": ["/api/v1/event-scopes", { catalog: brokenCatalog }],
  "a bug outside of every operation": ["/beside", {}]
}

describe("an unexpected failure", () => {
  for (const [title, [path, broken]] of Object.entries(failures)) {
    it(`is answered 500 in the published body, with nothing of the cause: ${title}`, async () => {
      const { body, response } = await call(path, broken)
      assert.strictEqual(response.status, 500)
      assert.strictEqual(response.headers.get("x-request-id"), "night-call-1")
      assert.sameMembers(Object.keys(body), ["title", "detail", "requestId", "origin", "errors"])
      assert.strictEqual(body.requestId, "night-call-1")
      assert.notInclude(JSON.stringify(body), "hunter2")
    })

    it(`is logged once with its cause and the request's id, without the token: ${title}`, async () => {
      const { logged, token } = await call(path, broken)
      assert.lengthOf(logged, 1)
      assert.include(logged[0]!, "hunter2")
      assert.include(logged[0]!, "night-call-1")
      assert.notInclude(logged[0]!, token)
    })
  }

  it("is logged where a host says so around the routes", async () => {
    const { logged } = await call("/api/v1/webhooks", { storage: brokenStorage(bug), logsAround: true })
    assert.lengthOf(logged, 1)
    assert.include(logged[0]!, "night-call-1")
  })

  const away = new StorageError({ operation: "list", retryable: true, cause: new Error("hunter2 is away") })

  it.each<readonly [string, Broken]>([
    ["the storage", { storage: brokenStorage(Effect.fail(away)) }],
    ["the storage of rate budgets", { budgets: brokenBudgets(away) }]
  ])("is answered 503 where %s says that repeating may help", async (_title, broken) => {
    const { body, logged, response } = await call("/api/v1/webhooks", broken)
    assert.deepStrictEqual([response.status, body.title], [503, "Service unavailable"])
    assert.sameMembers(Object.keys(body), ["title", "detail", "requestId", "origin", "errors"])
    assert.notInclude(JSON.stringify(body), "hunter2")
    assert.lengthOf(logged, 1)
    const { annotations, level } = JSON.parse(logged[0]!)
    assert.strictEqual(level, "WARN")
    assert.deepInclude(annotations, { requestId: "night-call-1", operation: "list", reason: "hunter2 is away" })
    assert.isBelow(logged[0]!.length, 400, "no stack, as there may be thousands of such lines")
  })

  it("names an id that it makes up the same in the body, the header and the log", async () => {
    for (const [path, broken] of Object.values(failures)) {
      const { body, logged, response } = await call(path, broken, {})
      assert.match(body.requestId, /^[0-9a-f-]{36}$/)
      assert.strictEqual(response.headers.get("x-request-id"), body.requestId)
      assert.include(logged[0]!, body.requestId)
    }
  })
})
