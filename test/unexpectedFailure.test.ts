/** What a caller and an operator see of a failure that nobody expected. */
import { assert, describe, it } from "@effect/vitest"
import { Category, JwtTokens, SellerId, servicesLayer, StorageError, WebhookStore } from "@sellerkit/core"
import { FetchTransport } from "@sellerkit/core/delivery"
import { Routes } from "@sellerkit/core/http"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { Duration, Effect, Layer, Logger, Redacted } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { FetchHttpClient, HttpRouter, HttpServer } from "effect/http"
import { RateLimiter } from "effect/persistence"

const secret = Redacted.make("a secret of at least thirty-two characters")

/** Storage whose webhooks cannot be read. */
const brokenStorage = (failure: Effect.Effect<never, StorageError>) =>
  Layer.effect(
    WebhookStore,
    Effect.map(WebhookStore, (store) => WebhookStore.of({ ...store, list: () => failure }))
  ).pipe(Layer.provideMerge(MemoryStorage.layer))

const listWebhooks = async (failure: Effect.Effect<never, StorageError>) => {
  const logged: Array<string> = []
  const logger = Logger.layer([Logger.make((options) => void logged.push(Logger.formatJson.log(options)))])
  const routes = Routes.layer.pipe(
    Layer.provide(servicesLayer),
    Layer.provide([
      brokenStorage(failure),
      FetchTransport.layer.pipe(Layer.provide(FetchHttpClient.layer)),
      RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory)),
      JwtTokens.layer({ kind: "secret", secret }).pipe(Layer.provide(MemoryStorage.layer)),
      Mac.layerWebCrypto,
      HttpServer.layerServices
    ]),
    Layer.provide(SecureRandom.layerWebCrypto),
    Layer.provideMerge(logger)
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
  const headers = { authorization: Redacted.value(token), "x-request-id": "night-call-1" }
  const response = await handler(new Request("http://seller.test/api/v1/webhooks", { headers }))
  const body: any = await response.json()
  await dispose()
  return { response, body, logged, token: Redacted.value(token) }
}

const failures = {
  "a bug": Effect.die(new Error("hunter2 is not a function")),
  "storage that is gone": Effect.fail(
    new StorageError({ operation: "list", retryable: false, cause: new Error("disk hunter2 is full") })
  )
}

describe("an unexpected failure", () => {
  for (const [title, failure] of Object.entries(failures)) {
    it(`is answered 500 in the published body, with nothing of the cause: ${title}`, async () => {
      const { body, response } = await listWebhooks(failure)
      assert.strictEqual(response.status, 500)
      assert.strictEqual(response.headers.get("x-request-id"), "night-call-1")
      assert.sameMembers(Object.keys(body), ["title", "detail", "requestId", "origin", "errors"])
      assert.strictEqual(body.requestId, "night-call-1")
      assert.notInclude(JSON.stringify(body), "hunter2")
    })

    it(`is logged once with its cause and the request's id, without the token: ${title}`, async () => {
      const { logged, token } = await listWebhooks(failure)
      assert.lengthOf(logged, 1)
      assert.include(logged[0]!, "hunter2")
      assert.include(logged[0]!, "night-call-1")
      assert.notInclude(logged[0]!, token)
    })
  }
})
