/** The typed client against the service it describes. */
import { assert, describe, it } from "@effect/vitest"
import { BadRequest, Client, NotFound, Paging, Unauthorized } from "@sellerkit/core/client"
import { WebhookId } from "@sellerkit/core"
import { DateTime, Effect, Layer, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import type { ApiService } from "./ApiTarget.ts"
import { cardEvent, newSeller } from "./Caller.ts"

const webhook = {
  enabled: true,
  name: "Orders",
  // Nothing listens there: what is published waits.
  url: "http://127.0.0.1:9/hook",
  subscriptions: [{ scope: "content", event: "card_changed" }]
}
const unknownId = WebhookId.make("019845e1-682f-4b02-a706-3b2422d13aec")

export const clientApiSuite = (service: ApiService): void => {
  describe("client", () => {
    const baseUrl = "http://client.test"
    const http = Layer.suspend(() =>
      Layer.provide(
        FetchHttpClient.layer,
        Layer.succeed(FetchHttpClient.Fetch, async (input, init) => {
          const request = new Request(input, init)
          const body = request.method === "GET" ? undefined : await request.text()
          const { headers, method } = request
          return service.fetch(request.url.slice(baseUrl.length), { headers, method, ...(body ? { body } : undefined) })
        })
      )
    )
    const withClient = <A, E>(token: string, use: (client: Client.SellerClient) => Effect.Effect<A, E>): Promise<A> =>
      Effect.runPromise(
        Client.make({ baseUrl, token: Redacted.make(token) }).pipe(Effect.flatMap(use), Effect.provide(http))
      )
    it("reads what the service writes, times as times", async () => {
      const sellerId = newSeller()
      await withClient(
        await service.token({ sellerId }),
        Effect.fnUntraced(function* (client) {
          const created = yield* client.webhooks.create({ payload: webhook })
          assert.isTrue(DateTime.isDateTime(created.createdAt))
          const { webhooks } = yield* client.webhooks.list({ query: {} })
          assert.deepStrictEqual(
            webhooks.map(({ id }) => id),
            [created.id]
          )
          yield* Effect.promise(() => service.publish(sellerId, [cardEvent(1), cardEvent(2)]))
          const first = yield* client.events.list({ query: { limit: 1 } })
          const second = yield* client.events.list({ query: { limit: 1, next: first.next } })
          assert.deepStrictEqual(
            [...first.events, ...second.events].map(({ payload }) => payload[0]),
            [cardEvent(2).payload, cardEvent(1).payload]
          )
          yield* client.webhooks.remove({ params: { id: created.id } })
        })
      )
    })

    it("reads the histories as streams, over any number of pages", async () => {
      const sellerId = newSeller()
      await withClient(
        await service.token({ sellerId }),
        Effect.fnUntraced(function* (client) {
          const { id } = yield* client.webhooks.create({ payload: webhook })
          for (const number of [1, 2, 3]) {
            yield* Effect.promise(() => service.publish(sellerId, [cardEvent(number)]))
          }
          const events = yield* Stream.runCollect(Paging.events(client, { limit: 1, webhookId: id }))
          assert.deepStrictEqual(
            [...events].map(({ payload }) => payload[0]),
            [3, 2, 1].map((number) => cardEvent(number).payload)
          )
          yield* client.webhooks.remove({ params: { id } })
          const history = yield* Stream.runCollect(Paging.history(client, { limit: 1 }))
          assert.deepStrictEqual(
            [...history].map(({ action }) => action),
            ["deleteWebhook", "createWebhook"]
          )
        })
      )
    })

    it("fails with the API's own errors", async () => {
      const failures = await withClient(
        await service.token({ sellerId: newSeller() }),
        Effect.fnUntraced(function* (client) {
          const missing = yield* Effect.flip(client.webhooks.get({ params: { id: unknownId } }))
          const refused = yield* Effect.flip(
            client.webhooks.create({ payload: { ...webhook, subscriptions: [{ scope: "content", event: "missing" }] } })
          )
          return { missing, refused }
        })
      )
      assert.instanceOf(failures.missing, NotFound)
      assert.instanceOf(failures.refused, BadRequest)
      assert.deepStrictEqual(
        (failures.refused as BadRequest).errors.map(({ location }) => location),
        ["body.subscriptions.0"]
      )
      const stranger = await withClient("nonsense", (client) => Effect.flip(client.webhooks.list({ query: {} })))
      assert.instanceOf(stranger, Unauthorized)
    })
  })
}
