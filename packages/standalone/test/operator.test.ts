/** The operator interface: who may call it, and what it shows and does of a seller's webhooks. */
import { assert, describe, it } from "@effect/vitest"
import { hostname } from "node:os"
import { vi } from "vitest"
import { startService } from "./runningService.ts"
import { card, serviceWithSellers, webhook } from "./sellers.ts"

const { sellers, service } = await serviceWithSellers()

describe("the operator interface", () => {
  it("lets nobody in without the operator key", async () => {
    const sellerId = crypto.randomUUID()
    const seller = await sellers.token({ sellerId })
    for (const authorization of ["", "Bearer", "Bearer nonsense", "nonsense", `Bearer ${seller}`, seller]) {
      for (const [method, path] of [
        ["POST", "/operator/v1/events"],
        ["POST", "/operator/v1/tokens"],
        ["DELETE", "/operator/v1/tokens/x"],
        ["POST", `/operator/v1/sellers/${sellerId}/services/a/disable`],
        ["POST", "/operator/v1/secrets/reencrypt"],
        ["GET", `/operator/v1/sellers/${sellerId}/events/${sellerId}`]
      ] as const) {
        const { body, status } = await service.call(method, path, method === "POST" ? {} : undefined, { authorization })
        assert.strictEqual(status, 401, `${method} ${path}`)
        assert.sameMembers(Object.keys(body), ["title", "detail", "requestId", "origin", "errors"])
      }
    }
  })

  it("says whether the operator key is missing or wrong", async () => {
    const detail = async (authorization: string): Promise<string> =>
      (await service.call("POST", "/operator/v1/tokens", {}, { authorization })).body.detail
    const missing = /^Send the operator key as a bearer token: Authorization: Bearer <key>$/
    assert.match(await detail(""), missing)
    assert.match(await detail("a key without its scheme"), missing)
    assert.match(
      await detail("Bearer nonsense"),
      /^The operator key is wrong: .*SELLERKIT_OPERATOR_KEY.*development\.json/
    )
  })

  it("logs every refused attempt once, with the caller's address and without the key", async () => {
    const quiet = await startService()
    try {
      const attempt = (authorization: string) => quiet.call("POST", "/operator/v1/tokens", {}, { authorization })
      await attempt("Bearer nonsense-key")
      await attempt("")
      assert.strictEqual((await quiet.operator("DELETE", "/tokens/x")).status, 204)
      const refusals = quiet.logged.filter((message) => message.includes("refused"))
      assert.deepStrictEqual(refusals, [
        "The operator interface refused a call from 127.0.0.1: its operator key is wrong",
        "The operator interface refused a call from 127.0.0.1: it has no operator key"
      ])
      assert.notInclude(quiet.logged.join("\n"), "nonsense-key")
    } finally {
      await quiet.stop()
    }
  })

  it("describes itself", async () => {
    const { body } = await service.call("GET", "/operator/v1/openapi.json")
    assert.deepStrictEqual(Object.keys(body.paths), [
      "/operator/v1/sellers",
      "/operator/v1/dispatchers",
      "/operator/v1/events",
      "/operator/v1/sellers/{sellerId}/events",
      "/operator/v1/sellers/{sellerId}/events/{id}",
      "/operator/v1/webhooks",
      "/operator/v1/sellers/{sellerId}/webhooks",
      "/operator/v1/sellers/{sellerId}/webhooks/{id}",
      "/operator/v1/sellers/{sellerId}/webhooks/{id}/hours",
      "/operator/v1/sellers/{sellerId}/webhooks/{id}/retry",
      "/operator/v1/sellers/{sellerId}/deliveries",
      "/operator/v1/backlog",
      "/operator/v1/sellers/{sellerId}/webhooks/{id}/resend",
      "/operator/v1/sellers/{sellerId}/deliveries/{id}/resend",
      "/operator/v1/sellers/{sellerId}/resends/{id}",
      "/operator/v1/sellers/{sellerId}/resends/{id}/cancel",
      "/operator/v1/sellers/{sellerId}/retry-schedule",
      "/operator/v1/tokens",
      "/operator/v1/tokens/{tokenId}",
      "/operator/v1/sellers/{sellerId}/tokens/{tokenId}",
      "/operator/v1/sellers/{sellerId}/services/{serviceId}/disable",
      "/operator/v1/sellers/{sellerId}/services/{serviceId}/enable",
      "/operator/v1/secrets/reencrypt",
      "/operator/v1/sellers/{sellerId}/products",
      "/operator/v1/sellers/{sellerId}/products/{nm}",
      "/operator/v1/sellers/{sellerId}/funds",
      "/operator/v1/sellers/{sellerId}/campaigns/{advertId}",
      "/operator/v1/sellers/{sellerId}/campaign-statistics",
      "/operator/v1/sellers/{sellerId}/media-campaigns/{advertId}",
      "/operator/v1/sellers/{sellerId}/media-statistics",
      "/operator/v1/sellers/{sellerId}/reports/{kind}",
      "/operator/v1/config",
      "/metrics",
      "/operator/v1/sellers/{sellerId}/portal"
    ])
  })

  it("shows that the dispatcher of this process is alive", async () => {
    const { body } = await vi.waitFor(async () => {
      const answer = await service.operator("GET", "/dispatchers")
      assert.lengthOf(answer.body.dispatchers, 1)
      return answer
    })
    const [{ id, name, seenAt, startedAt }] = body.dispatchers
    assert.deepStrictEqual(body, { dispatchers: [{ id, name, startedAt, seenAt }] })
    assert.strictEqual(name, `${hostname()}:${process.pid}`)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    assert.isBelow(Math.abs(Date.now() - Date.parse(seenAt)), 30_000)
    assert.isAtMost(Date.parse(startedAt), Date.parse(seenAt))
  })

  it("shows how each webhook of a seller fares, whoever owns it, and each attempt", async () => {
    const { authorization, sellerId, webhookId } = await sellers.subscribed()
    const service1 = await sellers.token({ sellerId, type: "service", serviceId: "reports" })
    const other = await service.call("POST", "/api/v1/webhooks", webhook, { authorization: service1 })
    const { body: published } = await sellers.publish(sellerId, card())
    const { webhooks } = await vi.waitFor(async () => {
      const { body } = await service.operator("GET", `/sellers/${sellerId}/webhooks`)
      assert.isTrue(
        body.webhooks.every(({ health }: any) => health.state === "failing"),
        JSON.stringify(body)
      )
      return body
    })
    assert.deepStrictEqual(
      webhooks.map(({ id, serviceId }: any) => [id, serviceId]),
      [
        [webhookId, null],
        [other.body.id, "reports"]
      ]
    )
    const [{ health, ...shown }] = webhooks
    assert.deepInclude(shown, { name: "Orders", url: webhook.url, subscriptions: webhook.subscriptions })
    assert.deepInclude(health, { status: "enabled", failures: 1, waiting: 1 })
    assert.isAbove(Date.parse(health.backingOffUntil), Date.parse(health.failingSince))
    const fate = await service.operator("GET", `/sellers/${sellerId}/events/${published.events[0].id}`)
    const { body: attempts } = await service.operator("GET", `/sellers/${sellerId}/deliveries`)
    assert.lengthOf(attempts.deliveries, 2)
    assert.sameDeepMembers(fate.body.deliveries, attempts.deliveries)
    const one = await service.operator("GET", `/sellers/${sellerId}/deliveries?webhookId=${webhookId}&limit=1`)
    assert.deepInclude(one.body.deliveries[0], { webhookId, success: false, error: "The connection was refused" })
    const ended = async (success: unknown) =>
      (await service.operator("GET", `/sellers/${sellerId}/deliveries?success=${success}`)).body
    assert.deepStrictEqual((await ended(false)).deliveries, attempts.deliveries)
    assert.deepStrictEqual((await ended(true)).deliveries, [])
    assert.deepStrictEqual((await ended("maybe")).errors[0].location, "query.success")
    await service.call("PUT", `/api/v1/webhooks/${webhookId}`, { ...webhook, enabled: false }, { authorization })
    const stopped = await service.operator("GET", `/sellers/${sellerId}/webhooks/${webhookId}`)
    assert.deepInclude(stopped.body.health, { state: "disabled", status: "disabled", waiting: 1 })
    assert.isDefined(stopped.body.health.heldUntil)
    assert.isUndefined(stopped.body.health.backingOffUntil)
    const stranger = crypto.randomUUID()
    assert.strictEqual((await service.operator("GET", `/sellers/${stranger}/webhooks/${webhookId}`)).status, 404)
    assert.deepStrictEqual((await service.operator("GET", `/sellers/${stranger}/webhooks`)).body, { webhooks: [] })
  })

  it("tells the fate of an event: when it is tried next, and that it is held", async () => {
    const { authorization, sellerId, webhookId } = await sellers.subscribed()
    const { body } = await sellers.publish(sellerId, card())
    const path = `/sellers/${sellerId}/events/${body.events[0].id}`
    const fate = await vi.waitFor(async () => {
      const shown = await service.operator("GET", path)
      assert.strictEqual(shown.body.webhooks[0].attempts, 1, "the first attempt is made at once, and refused")
      return shown
    })
    const [pending] = fate.body.webhooks
    assert.deepInclude(pending, { webhookId, fate: "pending", attempts: 1 })
    assert.isAbove(Date.parse(pending.nextAttemptAt), Date.parse(fate.body.time))
    const edit = { ...webhook, enabled: false }
    await service.call("PUT", `/api/v1/webhooks/${webhookId}`, edit, { authorization })
    const [held] = (await service.operator("GET", path)).body.webhooks
    assert.strictEqual(held.fate, "held")
    const hours = (Date.parse(held.heldUntil) - Date.now()) / 3_600_000
    assert.closeTo(hours, 24, 0.1)
    await service.call("DELETE", `/api/v1/webhooks/${webhookId}`, undefined, { authorization })
    const [dropped] = (await service.operator("GET", path)).body.webhooks
    assert.deepInclude(dropped, { fate: "dropped", dropReason: "webhookDeleted" })
  })

  it("disables and enables a service, with its webhooks and in its history", async () => {
    const { authorization, sellerId, webhookId } = await sellers.subscribed({ type: "service", serviceId: "reports" })
    const path = `/sellers/${sellerId}/services/reports`
    assert.deepStrictEqual((await service.operator("POST", `${path}/disable`)).body, { webhooks: 1 })
    assert.deepStrictEqual((await service.operator("POST", `${path}/disable`)).body, { webhooks: 0 })
    const shown = await service.call("GET", `/api/v1/webhooks/${webhookId}`, undefined, { authorization })
    assert.isFalse(shown.body.enabled)
    assert.strictEqual((await sellers.publish(sellerId, card())).body.events[0].deliveries, 0)
    const edit = await service.call("PUT", `/api/v1/webhooks/${webhookId}`, webhook, { authorization })
    assert.deepStrictEqual([edit.status, edit.body.title], [403, "Service disabled"])
    const create = await service.call("POST", "/api/v1/webhooks", webhook, { authorization })
    assert.strictEqual(create.status, 403)
    assert.deepStrictEqual((await service.operator("POST", `${path}/enable`)).body, { webhooks: 1 })
    const { body } = await service.call("GET", "/api/v1/history", undefined, { authorization })
    assert.deepStrictEqual(
      body.history.map(({ action, error, source }: any) => [source, action, error !== undefined]),
      [
        ["operator", "enableService", false],
        ["api", "createWebhook", true],
        ["api", "editWebhook", true],
        ["operator", "disableService", false],
        ["api", "createWebhook", false]
      ]
    )
    assert.strictEqual(body.history[0].ip, "127.0.0.1")
  })
})
