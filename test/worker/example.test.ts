/** examples/worker, run as its readers run it. */
import { createReceiver, memoryStore } from "@sellerkit/receiver"
import { toExpress } from "@sellerkit/receiver/express"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { vi } from "vitest"
import { startProcess } from "../fixtures/runningProcess.ts"

const folder = join(import.meta.dirname, "..", "..", "examples", "worker")
const sellerId = "0b2f0e6a-6a2c-4f0e-9a53-0c2f3b8f5d11"
const shopKey = "Bearer known to everybody"

const cardChanged = (nmID: unknown) => ({
  scope: "content",
  type: "card_changed",
  payload: { nmID, vendorCode: "shirt", updatedAt: "2026-01-15T09:30:00Z" }
})

/** Takes what is signed with the secret, and nothing else. */
const startReceiver = async (secret: () => string) => {
  const cards: Array<number> = []
  const receiver = createReceiver({
    secrets: secret,
    store: memoryStore(),
    requireSignature: true,
    on: { "content/card_changed": ({ payload }) => void cards.push(payload.nmID) }
  })
  const server = createServer(toExpress(receiver)).listen(0, "127.0.0.1")
  await once(server, "listening")
  return { cards, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

describe("examples/worker", () => {
  const running = startProcess(["local.ts"], { cwd: folder, env: { ...process.env, PORT: "0" } })
  let secret = ""
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let shop: string
  beforeAll(async () => {
    receiver = await startReceiver(() => secret)
    const announcement = "The shop is at "
    shop = (await running.next((line) => line.startsWith(announcement), 60_000)).slice(announcement.length)
  })
  afterAll(async () => {
    receiver.server.close()
    await running.stop()
  })

  const post = async (path: string, body: unknown, authorization = shopKey) => {
    const answer = await fetch(`${shop}${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const text = await answer.text()
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) }
  }

  it("delivers what the shop publishes, at once and through the queue", async () => {
    const { token } = (await post("/shop/tokens", { sellerId })).body
    const created = await post(
      "/api/v1/webhooks",
      {
        enabled: true,
        name: "Cards",
        url: receiver.url,
        subscriptions: [{ scope: "content", event: "card_changed" }]
      },
      token
    )
    assert.strictEqual(created.status, 200)
    secret = created.body.secret
    const published = await post("/shop/events", { sellerId, events: [cardChanged(1), cardChanged(2)] })
    assert.deepStrictEqual(
      published.body.map(({ deliveries }: { deliveries: number }) => deliveries),
      [1, 1]
    )
    // What the service refuses keeps nothing else from being taken out of the queue.
    assert.strictEqual((await post("/shop/queue", { sellerId, events: [cardChanged("3")] })).status, 202)
    assert.strictEqual((await post("/shop/queue", { sellerId, events: [cardChanged(4)] })).status, 202)
    await vi.waitFor(() => assert.deepStrictEqual(receiver.cards, [1, 2, 4]))
  })

  it("says what is wrong with what the shop sends, and answers nobody else", async () => {
    const refused = await post("/shop/events", { sellerId, events: [cardChanged("17")] })
    assert.deepStrictEqual(refused, { status: 400, body: { problem: "Event 0: payload.nmID: Expected number" } })
    assert.strictEqual(
      (await post("/shop/events", { sellerId, events: [cardChanged(17)] }, "Bearer wrong")).status,
      401
    )
    assert.strictEqual((await fetch(`${shop}/api/v1/webhooks`)).status, 401)
  })
})
