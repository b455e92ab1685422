/** The operator interface inside a process of the host's, where the host mounts it. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { SellerId, ServiceId, WebhookId } from "@sellerkit/core"
import { OperatorClient } from "@sellerkit/core/client"
import { operatorInterface } from "@sellerkit/core/operator"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { createSellerkit, OptionsInvalid, type Sellerkit } from "../src/index.ts"

const key = "an operator key of at least thirty-two characters"
const sellerId = "01980000-0000-7000-8000-000000000001"

const options = {
  storage: MemoryStorage.layer,
  tokens: { secret: "a secret of at least thirty-two characters" },
  dispatcher: false,
  log: () => {}
}

describe("the operator interface", () => {
  let sellerkit: Sellerkit<any>
  beforeAll(async () => {
    sellerkit = await createSellerkit({ ...options, operator: operatorInterface({ key }) })
  })
  afterAll(() => sellerkit.close())

  const request = (path: string, { authorization = `Bearer ${key}`, ...init }: any = {}) =>
    new Request(`http://localhost${path}`, {
      ...init,
      headers: { authorization, "content-type": "application/json" }
    })

  it("answers whoever has the key, over the host's own service", async () => {
    const { id } = await sellerkit.webhooks.create(
      { sellerId },
      { name: "Cards", url: "https://receiver.example/", subscriptions: [{ scope: "content", event: "card_changed" }] }
    )
    const listed: any = await (await sellerkit.handler(request(`/operator/v1/sellers/${sellerId}/webhooks`))).json()
    assert.deepInclude(listed.webhooks[0], { id, name: "Cards", serviceId: null })
    const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
    const body = JSON.stringify({ sellerId, events: [{ scope: "content", type: "card_changed", payload }] })
    const published = await sellerkit.handler(request("/operator/v1/events", { method: "POST", body }))
    assert.strictEqual(published.status, 202)
    const { events }: any = await published.json()
    const fates = await sellerkit.fates({ sellerId }, events[0].id)
    assert.deepStrictEqual([fates.payload, fates.webhooks[0]?.fate], [payload, "pending"])
    assert.match(await (await sellerkit.handler(request("/metrics"))).text(), /^sellerkit_events_waiting 1$/m)
  })

  it("is called without a socket by the client that is derived from its declaration", async () => {
    const client = OperatorClient.make({ baseUrl: "http://localhost", key: Redacted.make(key) }).pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, (url, init) => sellerkit.handler(new Request(url, init)))
    )
    const params = { sellerId: SellerId.make(sellerId), serviceId: ServiceId.make("reports") }
    const subscriptions = [{ scope: "content", event: "card_changed" }]
    await sellerkit.webhooks.create(params, { name: "Reports", url: "https://receiver.example/", subscriptions })
    const { deliveries, services, webhooks } = await Effect.runPromise(client)
    assert.deepStrictEqual(await Effect.runPromise(services.disable({ params, query: {} })), { webhooks: 1 })
    const found = await Effect.runPromise(webhooks.list({ params, query: {} }))
    const reports = found.webhooks.find(({ serviceId }) => serviceId === "reports")
    assert.strictEqual(reports?.health.status, "serviceDisabled")
    const listed = await Effect.runPromise(deliveries.list({ params, query: { limit: 100, success: false } }))
    assert.deepStrictEqual(listed.deliveries, [])
    const missing = webhooks.get({ params: { ...params, id: WebhookId.make(sellerId) }, query: {} })
    assert.strictEqual((await Effect.runPromise(Effect.flip(missing)))._tag, "NotFound")
  })

  it("is described where it is mounted", async () => {
    const incoming = { mountPath: "/seller" }
    const described = await sellerkit.handler(request("/operator/v1/openapi.json"), incoming)
    const { paths, servers }: any = await described.json()
    assert.deepStrictEqual(servers, [{ url: "/seller" }])
    assert.property(paths, "/operator/v1/sellers/{sellerId}/deliveries")
  })

  it("answers nobody else", async () => {
    const { token } = await sellerkit.issueToken({ sellerId })
    for (const authorization of ["", `Bearer ${key}!`, `Bearer ${key.slice(1)}`, token, `Bearer ${token}`]) {
      const path = `/operator/v1/sellers/${sellerId}/webhooks`
      assert.strictEqual((await sellerkit.handler(request(path, { authorization }))).status, 401)
      assert.strictEqual((await sellerkit.handler(request("/metrics", { authorization }))).status, 401)
    }
    // The key opens nothing of the sellers'.
    assert.strictEqual((await sellerkit.handler(request("/api/v1/webhooks"))).status, 401)
  })

  it("shows how the dispatcher fares, where there is one", async () => {
    const { dispatcher: _, ...delivering } = options
    const withDispatcher = await createSellerkit({ ...delivering, operator: operatorInterface({ key }) })
    assert.match(
      await (await withDispatcher.handler(request("/metrics"))).text(),
      /^sellerkit_deliveries_in_flight 0$/m
    )
    await withDispatcher.close()
  })

  it("says that tokens are made elsewhere", async () => {
    const { tokens: _, ...withoutTokens } = options
    const without = await createSellerkit({ ...withoutTokens, operator: operatorInterface({ key }) })
    const body = JSON.stringify({ sellerId })
    const refused = await without.handler(request("/operator/v1/tokens", { method: "POST", body }))
    const { detail }: any = await refused.json()
    assert.strictEqual(refused.status, 409)
    assert.strictEqual(detail, "Tokens are made elsewhere: there is no shared secret here to sign them with")
    await without.close()
  })

  it("is not there where the host does not mount it", async () => {
    const without = await createSellerkit(options)
    for (const path of ["/operator/v1/events", "/operator/docs", "/operator/v1/openapi.json", "/metrics"]) {
      assert.strictEqual((await without.handler(request(path))).status, 404)
      assert.isUndefined(await without.route(request(path)))
    }
    await without.close()
  })

  it.each([
    [operatorInterface({ key: "short" }), "operator.key"],
    [operatorInterface({ key: undefined as never }), "operator.key"],
    [{ key }, "operator.isAsked"]
  ])("keeps the service from starting where it has no key to compare with: %#", async (operator: any, option) => {
    const failure = await createSellerkit({ ...options, operator }).then(
      () => assert.fail("It did not fail"),
      (error) => error
    )
    assert.instanceOf(failure, OptionsInvalid)
    assert.strictEqual(failure.option, option)
  })
})
