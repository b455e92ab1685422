/** When what failed is tried again: by the settings, by a seller's own schedule, and when the operator says so. */
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { documentedRetrySchedule } from "@sellerkit/core"
import { Duration } from "effect"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { vi } from "vitest"
import { type RunningService, startService } from "./runningService.ts"

const documented = { firstWait: "10 seconds", factor: 2, longestWait: "15 minutes", longestWaitFor: "15 minutes" }

const patient = { firstWait: "20 seconds", factor: 2, longestWait: "1 hour", longestWaitFor: "1 day" }

describe("a seller's retry schedule", () => {
  const sellerId = crypto.randomUUID()
  const path = `/sellers/${sellerId}/retry-schedule`
  let service: RunningService
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.stop())

  it("is that of the settings, which are the document's, until one is set, and again when it is removed", async () => {
    const usual = { schedule: documented, isOwn: false, attempts: 9, lastAttemptAfter: "2170 seconds" }
    const ask = async (method: string, body?: unknown) => (await service.operator(method, path, body)).body
    assert.deepStrictEqual(await ask("GET"), usual)
    const own = { schedule: patient, isOwn: true, attempts: 33, lastAttemptAfter: "1525 minutes" }
    assert.deepStrictEqual(await ask("PUT", patient), own)
    assert.deepStrictEqual(await ask("GET"), own)
    const sandbox = await service.operator("GET", `${path}?sandbox=true`)
    assert.deepStrictEqual(sandbox.body, usual, "the sandbox has its own")
    assert.deepStrictEqual(await ask("DELETE"), usual)
    assert.deepStrictEqual(await ask("GET"), usual)
  })

  it("is refused with every field that is wrong, and changes nothing", async () => {
    const wrong = { ...patient, firstWait: "soon", factor: 20 }
    const { body, status } = await service.operator("PUT", path, wrong)
    assert.strictEqual(status, 400)
    assert.deepStrictEqual(
      body.errors.map(({ location }: { readonly location: string }) => location),
      ["body.firstWait", "body.factor"]
    )
    const endless = await service.operator("PUT", path, { ...patient, longestWait: "1 second", firstWait: "1 second" })
    assert.strictEqual(endless.status, 400)
    assert.match(endless.body.errors[0].message, /no more than 500 attempts/)
    assert.isFalse((await service.operator("GET", path)).body.isOwn)
  })
})

describe("what waits for a webhook that pauses", () => {
  let service: RunningService
  let receiver: Server
  let url: string
  let status: number
  const received: Array<number> = []
  beforeAll(async () => {
    service = await startService({ retries: { ...documentedRetrySchedule, firstWait: Duration.minutes(10) } })
    receiver = createServer(async (request, response) => {
      let body = ""
      for await (const chunk of request) body += chunk
      received.push(...JSON.parse(body).events.map(({ payload }: any) => payload.nmID))
      response.writeHead(status).end()
    }).listen(0, "127.0.0.1")
    await once(receiver, "listening")
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    await service.stop()
    receiver.close()
  })

  /** A seller with a webhook whose receiver was down when an event came. */
  const pausing = async () => {
    const sellerId = crypto.randomUUID()
    const { body: credential } = await service.operator("POST", "/tokens", {
      sellerId,
      type: "base",
      categories: ["content"]
    })
    const subscriptions = [{ scope: "content", event: "card_changed" }]
    const webhook = { enabled: true, name: "Orders", url, subscriptions }
    const headers = { authorization: credential.token }
    const created = await service.call("POST", "/api/v1/webhooks", webhook, headers)
    status = 503
    received.length = 0
    const payload = { nmID: 7, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
    await service.operator("POST", "/events", {
      sellerId,
      events: [{ scope: "content", type: "card_changed", payload }]
    })
    const path = `/sellers/${sellerId}/webhooks/${created.body.id}`
    const health = await vi.waitFor(async () => {
      const { body } = await service.operator("GET", path)
      assert.strictEqual(body.health.failures, 1)
      return body.health
    })
    return { path, health, sellerId, webhookId: created.body.id as string, headers }
  }

  it("pauses as the settings say, and is sent at once when the operator says that the receiver is back", async () => {
    const { health, path } = await pausing()
    const pause = Date.parse(health.backingOffUntil) - Date.parse(health.failingSince)
    assert.strictEqual(pause, Duration.toMillis("10 minutes"))
    status = 200
    const { body, status: answer } = await service.operator("POST", `${path}/retry`)
    assert.strictEqual(answer, 200)
    assert.deepInclude(body.health, { failures: 1, waiting: 1 })
    assert.notProperty(body.health, "backingOffUntil")
    await vi.waitFor(() => assert.deepStrictEqual(received, [7, 7]))
  })

  it("is not sent for a webhook that is disabled, or is not there", async () => {
    const { headers, path, sellerId, webhookId } = await pausing()
    const edit = { enabled: false, name: "Orders", subscriptions: [{ scope: "content", event: "card_changed" }] }
    await service.call("PUT", `/api/v1/webhooks/${webhookId}`, edit, headers)
    assert.strictEqual((await service.operator("POST", `${path}/retry`)).status, 409)
    const missing = `/sellers/${sellerId}/webhooks/${crypto.randomUUID()}/retry`
    assert.strictEqual((await service.operator("POST", missing)).status, 404)
  })

  it("is left as it is by a resend, which says so, and when it is due", async () => {
    const { health, path, sellerId } = await pausing()
    const { body: begun } = await service.operator("POST", `${path}/resend`, { since: "2026-01-01T00:00:00Z" })
    await vi.waitFor(async () => {
      const { body } = await service.operator("GET", `/sellers/${sellerId}/resends/${begun.id}`)
      assert.deepInclude(body, { state: "finished", examined: 1, resent: 0, alreadyWaiting: 1 })
      assert.strictEqual(body.backingOffUntil, health.backingOffUntil)
    })
  })
})
