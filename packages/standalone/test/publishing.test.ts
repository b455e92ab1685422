/** `POST /operator/v1/events`: what is taken, and what is refused. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { vi } from "vitest"
import { makeInstallation } from "./installation.ts"
import { card, locations, serviceWithSellers, webhook } from "./sellers.ts"

const { sellers, service } = await serviceWithSellers()

describe("publishing", () => {
  it("answers 202 with how many webhooks each event goes to", async () => {
    const { sellerId } = await sellers.subscribed()
    const feedback = {
      feedbackId: "f",
      nmID: 1,
      productValuation: 5,
      text: "",
      createdAt: "2026-01-15T09:30:00Z",
      updatedAt: "2026-01-15T09:30:00Z"
    }
    const { body, status } = await sellers.publish(
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
    const { sellerId } = await sellers.subscribed()
    assert.deepStrictEqual(locations(await sellers.publish(sellerId)), ["body.events"])
    const thousand = Array.from({ length: 1000 }, () => card())
    assert.strictEqual((await sellers.publish(sellerId, ...thousand)).body.events.length, 1000)
    assert.deepStrictEqual(locations(await sellers.publish(sellerId, ...thousand, card())), ["body.events"])
  })

  it("takes a thousand events of fifty values each, and payloads as deep as they may be", async () => {
    const { sellerId } = await sellers.subscribed()
    const lines = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, index]))
    const full = Array.from({ length: 1000 }, () => card({ payload: { ...card().payload, ...lines } }))
    const { body, status } = await sellers.publish(sellerId, ...full)
    assert.strictEqual(status, 202, JSON.stringify(body))
    assert.strictEqual(body.events.length, 1000)
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
    const deep = (levels: number) => card({ payload: { ...card().payload, nested: nested(levels - 1) } })
    assert.strictEqual((await sellers.publish(sellerId, deep(64))).status, 202)
    assert.deepStrictEqual(locations(await sellers.publish(sellerId, deep(65))), ["body.events.0.payload"])
    assert.deepStrictEqual(locations(await sellers.publish(sellerId, deep(5000))), ["body"])
  })

  it("refuses more values than a publication can have, soon", async () => {
    const asked = performance.now()
    const body = `{"sellerId":"${crypto.randomUUID()}","events":[${"{},".repeat(2_000_000)}{}]}`
    assert.deepStrictEqual(locations(await service.operator("POST", "/events", body as never)), ["body"])
    assert.isBelow(performance.now() - asked, 2000)
  })

  it("lists everything that is wrong, and takes none of the events then", async () => {
    const { authorization, sellerId } = await sellers.subscribed()
    const answer = await sellers.publish(
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
    const { sellerId } = await sellers.subscribed()
    const first = await sellers.publish(sellerId, card({ idempotencyKey: "k" }))
    const again = await sellers.publish(sellerId, card({ idempotencyKey: "k" }))
    assert.deepStrictEqual(again.body, first.body)
    const other = { ...card().payload, nmID: 2 }
    assert.strictEqual((await sellers.publish(sellerId, card({ idempotencyKey: "k", payload: other }))).status, 409)
  })
})

describe("publishing to a database on disk", async () => {
  const installation = makeInstallation()
  // It goes when the service over it has stopped.
  afterAll(() => installation.remove())
  const { sellers, service } = await serviceWithSellers({ database: { kind: "sqlite", file: installation.file } })

  it("answers when the request to the receiver is on its way, which is what somebody waits for", async () => {
    const url = `http://127.0.0.1:${await installation.answering((_, response) => response.end())}/orders`
    const { authorization, sellerId } = await sellers.subscribed()
    await service.call("POST", "/api/v1/webhooks", { ...webhook, name: "Reached", url }, { authorization })
    const recorded = async () => (await service.operator("GET", `/sellers/${sellerId}/deliveries`)).body.deliveries
    const reached = async (times: number) =>
      assert.lengthOf(
        (await recorded()).filter(({ success }: any) => success),
        times
      )
    // From then on there is a connection.
    await sellers.publish(sellerId, card())
    await vi.waitFor(() => reached(1))
    const order: Array<string> = []
    const sent = (message: any) => void (message.request.path === "/orders" && order.push("sent"))
    const answered = (message: any) => void (message.request.url === "/operator/v1/events" && order.push("answered"))
    subscribe("undici:client:sendHeaders", sent)
    subscribe("http.server.response.finish", answered)
    await sellers.publish(sellerId, card())
    await vi.waitFor(() => reached(2))
    unsubscribe("undici:client:sendHeaders", sent)
    unsubscribe("http.server.response.finish", answered)
    assert.deepStrictEqual(order, ["sent", "answered"])
  })
})
