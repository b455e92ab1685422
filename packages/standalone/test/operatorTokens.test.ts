/** `/operator/v1/tokens`: tokens that are made and revoked. */
import { assert, describe, it } from "@effect/vitest"
import { type Answer, startService } from "./runningService.ts"
import { card, locations, serviceWithSellers } from "./sellers.ts"

const { sellers, service } = await serviceWithSellers()

describe("tokens", () => {
  it("are made for the seller, a service, a person and the sandbox", async () => {
    const sellerId = crypto.randomUUID()
    const list = async (options: Record<string, unknown>) =>
      service.call("GET", "/api/v1/webhooks", undefined, {
        authorization: await sellers.token({ sellerId, ...options })
      })
    assert.strictEqual((await list({})).status, 200)
    assert.strictEqual((await list({ type: "service", serviceId: "reports" })).status, 200)
    assert.strictEqual((await list({ readOnly: true })).status, 200)
    assert.strictEqual((await list({ type: "personal" })).status, 403)
    const sandbox = await sellers.subscribed({ sandbox: true })
    assert.strictEqual((await sellers.publish(sandbox.sellerId, card())).body.events[0].deliveries, 0)
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

  it("are not made for what has another name: it would not be in them", async () => {
    const make = (options: object, query = "") =>
      service.operator("POST", `/tokens${query}`, { sellerId: crypto.randomUUID(), type: "base", ...options })
    assert.deepStrictEqual(locations(await make({ test: true, userId: "7" })), ["body.test", "body.userId"])
    assert.deepStrictEqual(locations(await make({ lifetime: "1 hour" }, "?sandbox=true")), [
      "query.sandbox",
      "body.lifetime"
    ])
    assert.strictEqual((await make({ sandbox: true })).status, 200)
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

  it("are not revoked by what is no id of theirs: control characters, which PostgreSQL does not keep", async () => {
    for (const id of ["%00", "a%0Ab", "%C2%85"]) {
      assert.deepStrictEqual(locations(await service.operator("DELETE", `/tokens/${id}`)), ["path.tokenId"], id)
    }
    assert.strictEqual((await service.operator("DELETE", "/tokens/%D1%82%20%2F")).status, 204)
  })

  it("are made for people whose ids every reader of JSON keeps", async () => {
    const make = (userId: number) => service.operator("POST", "/tokens", { sellerId: crypto.randomUUID(), userId })
    for (const userId of [0, 999_999_999_999_999]) assert.strictEqual((await make(userId)).status, 200)
    for (const userId of [-1, 1_000_000_000_000_000])
      assert.deepStrictEqual(locations(await make(userId)), ["body.userId"])
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
