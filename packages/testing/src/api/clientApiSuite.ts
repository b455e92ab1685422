/** The typed client against the service it describes. */
import { assert, describe, it } from "@effect/vitest"
import {
  BadRequest,
  Client,
  NotFound,
  Paging,
  Refused,
  StatusTooManyRequests,
  StatusUnauthorized,
  Unauthorized
} from "@sellerkit/core/client"
import { stockUp } from "./promotion/Advertiser.ts"
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
        // The time of the service may stand still, and a spent budget would stay spent.
        Client.make({ baseUrl, token: Redacted.make(token), patience: 0 }).pipe(
          Effect.flatMap(use),
          Effect.provide(http)
        )
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

    it("creates a campaign, pays for it and launches it", async () => {
      const sellerId = newSeller()
      await stockUp(service, sellerId)
      await withClient(
        await service.token({ sellerId, type: "personal" }),
        Effect.fnUntraced(function* ({ campaigns, configuration, finance, products }) {
          const subjects = yield* products.subjects({ query: {} })
          const nomenclatures = yield* products.nomenclatures({ payload: subjects.map(({ id }) => id) })
          const id = yield* campaigns.createAuction({
            payload: { name: "Summer", nms: nomenclatures.map(({ nm }) => nm) }
          })
          assert.isUndefined(yield* finance.topUp({ query: { id }, payload: { sum: 1000, type: 3 } }))
          const { total } = yield* finance.budget({ query: { id } })
          assert.strictEqual(total, 1000)
          assert.deepStrictEqual(yield* finance.balance(), { balance: 10_000, net: 5000, bonus: 1000 })
          yield* campaigns.bid({ payload: { advertId: id, type: 9, cpm: 200, param: 69 } })
          yield* campaigns.rename({ payload: { advertId: id, name: "Autumn" } })
          const [campaign] = (yield* campaigns.information({ query: {}, payload: [id] })) ?? []
          assert.deepInclude(campaign, { advertId: id, type: 9, bid_type: "manual" })
          assert.isUndefined(yield* campaigns.information({ query: { type: 8 }, payload: null }))
          const automatic = yield* campaigns.createAutomatic({
            payload: { type: 8, name: "Winter", subjectId: 192, sum: 1000 }
          })
          yield* campaigns.pauseAlias({ query: { id: Number(automatic) } })
          yield* campaigns.complete({ query: { id: Number(automatic) } })
          assert.strictEqual((yield* campaigns.lists()).all, 2)
          yield* campaigns.remove({ query: { id } })
          const { config } = yield* configuration.get()
          assert.include(
            config.map(({ name }) => name),
            "budget_min"
          )
          assert.lengthOf(yield* finance.topUps({ query: {} }), 2)
          assert.isEmpty(yield* finance.costs({ query: { from: "2026-01-01", to: "2026-01-31" } }))
        })
      )
    })

    it("fails with the published text where an operation refuses with one", async () => {
      const sellerId = newSeller()
      await stockUp(service, sellerId)
      const failures = await withClient(
        await service.token({ sellerId }),
        Effect.fnUntraced(function* ({ campaigns, finance }) {
          const id = yield* campaigns.createAuction({ payload: { name: "Summer", nms: [101] } })
          return {
            // A text, a text of JSON, and an object.
            launched: yield* Effect.flip(campaigns.launch({ query: { id } })),
            created: yield* Effect.flip(campaigns.createAuction({ payload: { name: "Summer", nms: [999] } })),
            paid: yield* Effect.flip(finance.topUp({ query: { id }, payload: { sum: 50 } })),
            again: yield* Effect.andThen(Effect.exit(finance.balance()), Effect.flip(finance.balance()))
          }
        })
      )
      const { again, ...refused } = failures
      for (const failure of Object.values(refused)) assert.instanceOf(failure, Refused)
      assert.deepStrictEqual(
        Object.values(refused as Record<string, Refused>).map(({ status, text }) => [status, text]),
        [
          [422, "Статус кампании не изменен"],
          [400, "Нет доступных категорий для рк. Создайте новую кампанию для попадания в текущие категории"],
          [400, "Минимальная сумма пополнения 1000 рублей"]
        ]
      )
      assert.instanceOf(again, StatusTooManyRequests)
      assert.deepInclude(again, { status: 429, limit: 1, retryAfter: 1 })
      const stranger = await withClient("nonsense", ({ campaigns }) => Effect.flip(campaigns.lists()))
      assert.instanceOf(stranger, StatusUnauthorized)
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
