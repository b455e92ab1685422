/** The typed client against the service it describes. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { BadRequest, Client, NotFound, Unauthorized } from "@sellerkit/core/client"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import type { ApiService, ApiTarget } from "./ApiTarget.ts"
import { cardChanged, cardEvent, newSeller, newWebhook } from "./Caller.ts"

type Clients = Effect.Success<ReturnType<typeof Client.make>>

export const clientApiSuite = (target: ApiTarget): void => {
  describe(`client: ${target.name}`, () => {
    let service: ApiService
    beforeAll(async () => {
      service = await target.start()
    })
    afterAll(() => service.stop())

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
    const withClient = <A, E>(token: string, use: (client: Clients) => Effect.Effect<A, E>): Promise<A> =>
      Effect.runPromise(
        Client.make({ baseUrl, token: Redacted.make(token) }).pipe(Effect.flatMap(use), Effect.provide(http))
      )
    const valid = newWebhook({ subscriptions: [cardChanged] }) as any as Parameters<
      Clients["webhooks"]["create"]
    >[0]["payload"]

    it("reads what the service writes, times as times", async () => {
      const sellerId = newSeller()
      const before = Date.now()
      await withClient(
        await service.token({ sellerId }),
        Effect.fnUntraced(function* (client) {
          const created = yield* client.webhooks.create({ payload: valid })
          assert.isAtLeast(DateTime.toEpochMillis(created.createdAt), before - 1000)
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

    it("fails with the API's own errors", async () => {
      const failures = await withClient(
        await service.token({ sellerId: newSeller() }),
        Effect.fnUntraced(function* (client) {
          const missing = yield* Effect.flip(client.webhooks.get({ params: { id: crypto.randomUUID() as never } }))
          const refused = yield* Effect.flip(
            client.webhooks.create({ payload: { ...valid, subscriptions: [{ scope: "content", event: "missing" }] } })
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
