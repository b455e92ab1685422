/** A host that mounts the API as a web handler, and a client that calls it. */
import { JwtTokens } from "@sellerkit/core"
import { Client, NotFound } from "@sellerkit/core/client"
import { wholeDocsPageLayer } from "@sellerkit/core/http"
import { sellerRoutes } from "@sellerkit/core/service"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { Duration, Effect, Layer, Redacted } from "effect"
import { FetchHttpClient, HttpRouter, HttpServer } from "effect/http"
import { deepEqual, ok } from "node:assert/strict"
import { account, serviceOver } from "./parts.ts"

const secret = Redacted.make("a secret that only this consumer knows")

const app = sellerRoutes.pipe(
  Layer.provide(JwtTokens.layer({ kind: "secret", secret })),
  Layer.provide(serviceOver(MemoryStorage.layer)),
  Layer.provide([HttpServer.layerServices, wholeDocsPageLayer])
)
const { dispose, handler } = HttpRouter.toWebHandler(app, { disableLogger: true })
const fetch: typeof globalThis.fetch = (input, init) => handler(new Request(input, init))

const program = Effect.gen(function* () {
  const token = yield* JwtTokens.issue(
    secret,
    { ...account, tokenId: "t-1", type: "base", categories: ["content"], readOnly: false },
    Duration.minutes(5)
  )
  const client = yield* Client.make({ baseUrl: "http://localhost", token })
  const created = yield* client.webhooks.create({
    payload: {
      enabled: true,
      name: "Cards",
      url: "https://example.com/",
      subscriptions: [{ scope: "content", event: "card_changed" }]
    }
  })
  const { webhooks } = yield* client.webhooks.list({ query: {} })
  deepEqual(
    webhooks.map(({ id }) => id),
    [created.id]
  )
  yield* client.webhooks.remove({ params: { id: created.id } })
  const failure = yield* Effect.flip(client.webhooks.get({ params: { id: created.id } }))
  ok(failure instanceof NotFound)
})

await Effect.runPromise(
  Effect.provide(program, Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch)))
)
await dispose()
