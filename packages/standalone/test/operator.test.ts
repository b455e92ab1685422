import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import { type Answer, type RunningService, startService } from "./runningService.ts"

const webhook = {
  enabled: true,
  name: "Orders",
  url: "http://127.0.0.1:9/hook",
  subscriptions: [{ scope: "content", event: "card_changed" }]
}

const card = (change: Record<string, unknown> = {}) => ({
  scope: "content",
  type: "card_changed",
  payload: { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" },
  ...change
})

const locations = ({ body }: Answer): ReadonlyArray<string> => body.errors.map((error: any) => error.location)

describe("the operator interface", () => {
  let service: RunningService
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.stop())

  const token = async (options: Record<string, unknown>): Promise<string> => {
    const { body, status } = await service.operator("POST", "/tokens", {
      type: "base",
      categories: ["content", "analytics", "feedbacksAndQuestions"],
      ...options
    })
    assert.strictEqual(status, 200, JSON.stringify(body))
    return body.token
  }
  const subscribed = async (options: Record<string, unknown> = {}) => {
    const sellerId = crypto.randomUUID()
    const authorization = await token({ sellerId, ...options })
    const created = await service.call("POST", "/api/v1/webhooks", webhook, { authorization })
    assert.strictEqual(created.status, 200, JSON.stringify(created.body))
    return { sellerId, authorization, webhookId: created.body.id as string }
  }
  const publish = (sellerId: string, ...events: ReadonlyArray<unknown>) =>
    service.operator("POST", "/events", { sellerId, events })

  it("lets nobody in without the operator key", async () => {
    const sellerId = crypto.randomUUID()
    const seller = await token({ sellerId })
    for (const authorization of ["", "Bearer", "Bearer nonsense", "nonsense", `Bearer ${seller}`, seller]) {
      for (const [method, path] of [
        ["POST", "/operator/v1/events"],
        ["POST", "/operator/v1/tokens"],
        ["DELETE", "/operator/v1/tokens/x"],
        ["POST", `/operator/v1/sellers/${sellerId}/services/a/disable`],
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
      "/operator/v1/events",
      "/operator/v1/sellers/{sellerId}/events/{id}",
      "/operator/v1/sellers/{sellerId}/webhooks",
      "/operator/v1/sellers/{sellerId}/webhooks/{id}",
      "/operator/v1/sellers/{sellerId}/deliveries",
      "/operator/v1/sellers/{sellerId}/webhooks/{id}/resend",
      "/operator/v1/sellers/{sellerId}/deliveries/{id}/resend",
      "/operator/v1/sellers/{sellerId}/resends/{id}",
      "/operator/v1/sellers/{sellerId}/resends/{id}/cancel",
      "/operator/v1/tokens",
      "/operator/v1/tokens/{tokenId}",
      "/operator/v1/sellers/{sellerId}/services/{serviceId}/disable",
      "/operator/v1/sellers/{sellerId}/services/{serviceId}/enable",
      "/metrics"
    ])
  })

  describe("publishing", () => {
    it("answers 202 with how many webhooks each event goes to", async () => {
      const { sellerId } = await subscribed()
      const feedback = {
        feedbackId: "f",
        nmID: 1,
        productValuation: 5,
        text: "",
        createdAt: "2026-01-15T09:30:00Z",
        updatedAt: "2026-01-15T09:30:00Z"
      }
      const { body, status } = await publish(
        sellerId,
        card({ idempotencyKey: "mine" }),
        card({ scope: "questionsandfeedback", type: "feedback_updated", payload: feedback })
      )
      assert.strictEqual(status, 202)
      const [first, second] = body.events
      assert.deepStrictEqual([first.idempotencyKey, first.deliveries], ["mine", 1])
      assert.deepStrictEqual([second.idempotencyKey, second.deliveries], [second.id, 0])
      const fate = await service.operator("GET", `/sellers/${sellerId}/events/${second.id}`)
      assert.strictEqual(fate.status, 404, "what nobody receives is not stored")
    })

    it("takes 1 to 1000 events", async () => {
      const { sellerId } = await subscribed()
      assert.deepStrictEqual(locations(await publish(sellerId)), ["body.events"])
      const thousand = Array.from({ length: 1000 }, () => card())
      assert.strictEqual((await publish(sellerId, ...thousand)).body.events.length, 1000)
      assert.deepStrictEqual(locations(await publish(sellerId, ...thousand, card())), ["body.events"])
    })

    it("takes a thousand events of fifty values each, and payloads as deep as they may be", async () => {
      const { sellerId } = await subscribed()
      const lines = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, index]))
      const full = Array.from({ length: 1000 }, () => card({ payload: { ...card().payload, ...lines } }))
      const { body, status } = await publish(sellerId, ...full)
      assert.strictEqual(status, 202, JSON.stringify(body))
      assert.strictEqual(body.events.length, 1000)
      const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
      const deep = (levels: number) => card({ payload: { ...card().payload, nested: nested(levels - 1) } })
      assert.strictEqual((await publish(sellerId, deep(64))).status, 202)
      assert.deepStrictEqual(locations(await publish(sellerId, deep(65))), ["body.events.0.payload"])
      assert.deepStrictEqual(locations(await publish(sellerId, deep(5000))), ["body"])
    })

    it("refuses more values than a publication can have, soon", async () => {
      const asked = performance.now()
      const body = `{"sellerId":"${crypto.randomUUID()}","events":[${"{},".repeat(2_000_000)}{}]}`
      assert.deepStrictEqual(locations(await service.operator("POST", "/events", body as never)), ["body"])
      assert.isBelow(performance.now() - asked, 2000)
    })

    it("lists everything that is wrong, and takes none of the events then", async () => {
      const { authorization, sellerId } = await subscribed()
      const answer = await publish(
        sellerId,
        card(),
        card({ type: "nope" }),
        card({ payload: { nmID: "x", vendorCode: 1 } }),
        card({ idempotencyKey: "" }),
        card({ payload: { ...card().payload, text: "x".repeat(300_000) } })
      )
      assert.strictEqual(answer.status, 400)
      assert.sameMembers(
        [...locations(answer)],
        [
          "body.events.1.type",
          "body.events.2.payload.nmID",
          "body.events.2.payload.vendorCode",
          "body.events.2.payload.updatedAt",
          "body.events.3.idempotencyKey",
          "body.events.4.payload"
        ]
      )
      const { body } = await service.call("GET", "/api/v1/events", undefined, { authorization })
      assert.deepStrictEqual(body.events, [])
    })

    it("names fields of the wrong kind", async () => {
      const answer = await service.operator("POST", "/events", {
        sellerId: "nobody",
        events: [{ scope: 1, type: null, payload: [], time: "yesterday" }]
      })
      assert.sameMembers(
        [...locations(answer)],
        ["body.sellerId", "body.events.0.scope", "body.events.0.type", "body.events.0.payload", "body.events.0.time"]
      )
    })

    it("answers 409 to a key that belongs to another content", async () => {
      const { sellerId } = await subscribed()
      const first = await publish(sellerId, card({ idempotencyKey: "k" }))
      const again = await publish(sellerId, card({ idempotencyKey: "k" }))
      assert.deepStrictEqual(again.body, first.body)
      const other = { ...card().payload, nmID: 2 }
      assert.strictEqual((await publish(sellerId, card({ idempotencyKey: "k", payload: other }))).status, 409)
    })
  })

  it("shows how each webhook of a seller fares, whoever owns it, and each attempt", async () => {
    const { authorization, sellerId, webhookId } = await subscribed()
    const service1 = await token({ sellerId, type: "service", serviceId: "reports" })
    const other = await service.call("POST", "/api/v1/webhooks", webhook, { authorization: service1 })
    const { body: published } = await publish(sellerId, card())
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
    const { authorization, sellerId, webhookId } = await subscribed()
    const { body } = await publish(sellerId, card())
    const path = `/sellers/${sellerId}/events/${body.events[0].id}`
    const fate = await vi.waitFor(async () => {
      const shown = await service.operator("GET", path)
      assert.strictEqual(shown.body.webhooks[0].attempts, 1, "the first attempt is made at once, and refused")
      return shown
    }, 10_000)
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

  describe("tokens", () => {
    it("are made for the seller, a service, a person and the sandbox", async () => {
      const sellerId = crypto.randomUUID()
      const list = async (options: Record<string, unknown>) =>
        service.call("GET", "/api/v1/webhooks", undefined, { authorization: await token({ sellerId, ...options }) })
      assert.strictEqual((await list({})).status, 200)
      assert.strictEqual((await list({ type: "service", serviceId: "reports" })).status, 200)
      assert.strictEqual((await list({ readOnly: true })).status, 200)
      assert.strictEqual((await list({ type: "personal" })).status, 403)
      const sandbox = await subscribed({ test: true })
      assert.strictEqual((await publish(sandbox.sellerId, card())).body.events[0].deliveries, 0)
      const { body } = await service.operator("POST", "/events", {
        sellerId: sandbox.sellerId,
        sandbox: true,
        events: [card()]
      })
      assert.strictEqual(body.events[0].deliveries, 1)
    })

    it("say for how long they are valid", async () => {
      const make = (expiresIn?: number) =>
        service.operator("POST", "/tokens", { sellerId: crypto.randomUUID(), type: "base", categories: [], expiresIn })
      const days = ({ body }: Answer) => (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
      assert.closeTo(days(await make()), 180, 0.01)
      assert.closeTo(days(await make(86_400)), 1, 0.01)
      assert.deepStrictEqual(locations(await make(0)), ["body.expiresIn"])
    })

    it("name a service exactly when they are a service's", async () => {
      const sellerId = crypto.randomUUID()
      const make = (options: object) => service.operator("POST", "/tokens", { sellerId, categories: [], ...options })
      assert.deepStrictEqual(locations(await make({ type: "service" })), ["body.serviceId"])
      assert.deepStrictEqual(locations(await make({ type: "base", serviceId: "a" })), ["body.serviceId"])
      assert.deepStrictEqual(locations(await make({ type: "king", categories: ["x"] })), [
        "body.type",
        "body.categories.0"
      ])
    })

    it("stop counting when they are revoked", async () => {
      const sellerId = crypto.randomUUID()
      const made = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: [] })
      const call = () => service.call("GET", "/api/v1/webhooks", undefined, { authorization: made.body.token })
      assert.strictEqual((await call()).status, 200)
      assert.strictEqual((await service.operator("DELETE", `/tokens/${made.body.tokenId}`)).status, 204)
      const refused = await call()
      assert.deepStrictEqual([refused.status, refused.body.detail], [401, "The token was revoked"])
    })
  })

  it("disables and enables a service, with its webhooks and in its history", async () => {
    const { authorization, sellerId, webhookId } = await subscribed({ type: "service", serviceId: "reports" })
    const path = `/sellers/${sellerId}/services/reports`
    assert.deepStrictEqual((await service.operator("POST", `${path}/disable`)).body, { webhooks: 1 })
    assert.deepStrictEqual((await service.operator("POST", `${path}/disable`)).body, { webhooks: 0 })
    const shown = await service.call("GET", `/api/v1/webhooks/${webhookId}`, undefined, { authorization })
    assert.isFalse(shown.body.enabled)
    assert.strictEqual((await publish(sellerId, card())).body.events[0].deliveries, 0)
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

describe("an installation that only verifies tokens", () => {
  it("answers 409 to a request for one", async () => {
    const { publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
      "verify"
    ])
    const spki = Buffer.from(await crypto.subtle.exportKey("spki", publicKey)).toString("base64")
    const pem = `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----`
    const service = await startService({ tokenKey: { kind: "publicKey", pem, algorithm: "ES256" } })
    try {
      const request = { sellerId: crypto.randomUUID(), type: "base", categories: [] }
      assert.strictEqual((await service.operator("POST", "/tokens", request)).status, 409)
    } finally {
      await service.stop()
    }
  })
})
