import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { vi } from "vitest"
import { type RunningService, startService } from "./runningService.ts"

const card = (number: number) => ({
  scope: "content",
  type: "card_changed",
  payload: { nmID: number, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" },
  time: "2026-01-15T09:30:00Z"
})

describe("sending again", () => {
  let service: RunningService
  let receiver: Server
  let url: string
  const received: Array<number> = []
  beforeAll(async () => {
    service = await startService()
    receiver = createServer(async (request, response) => {
      let body = ""
      for await (const chunk of request) body += chunk
      for (const { payload } of JSON.parse(body).events) received.push(payload.nmID)
      response.end()
    }).listen(0, "127.0.0.1")
    await once(receiver, "listening")
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    await service.stop()
    receiver.close()
  })

  /** A seller whose webhook got these events once. */
  const delivered = async (numbers: ReadonlyArray<number>) => {
    const sellerId = crypto.randomUUID()
    const credential = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: ["content"] })
    const headers = { authorization: credential.body.token }
    const subscriptions = [{ scope: "content", event: "card_changed" }]
    const created = await service.call(
      "POST",
      "/api/v1/webhooks",
      { enabled: true, name: "Orders", url, subscriptions },
      headers
    )
    received.length = 0
    await service.operator("POST", "/events", { sellerId, events: numbers.map(card) })
    await vi.waitFor(() => assert.lengthOf(received, numbers.length))
    const edit = (enabled: boolean) =>
      service.call("PUT", `/api/v1/webhooks/${created.body.id}`, { enabled, name: "Orders", subscriptions }, headers)
    const list = (path: string) => service.call("GET", `/api/v1/${path}`, undefined, headers)
    return { sellerId, webhookId: created.body.id as string, edit, list }
  }

  const finished = (sellerId: string, id: string) =>
    vi.waitFor(async () => {
      const { body } = await service.operator("GET", `/sellers/${sellerId}/resends/${id}`)
      assert.strictEqual(body.state, "finished", JSON.stringify(body))
      return body
    })

  it("repeats the events of a period, and shows who asked for it", async () => {
    const { list, sellerId, webhookId } = await delivered([1, 2, 3])
    const { body, status } = await service.operator(
      "POST",
      `/sellers/${sellerId}/webhooks/${webhookId}/resend?userId=42`,
      { since: "2026-01-15T00:00:00Z", until: "2026-01-16T00:00:00Z" }
    )
    assert.strictEqual(status, 202, JSON.stringify(body))
    assert.deepInclude(body, { webhookId, state: "running", total: 3, examined: 0, resent: 0, eventsPerSecond: 100 })
    assert.deepInclude(body, {
      since: "2026-01-15T00:00:00.000Z",
      until: "2026-01-16T00:00:00.000Z",
      onlyFailed: false
    })
    assert.deepInclude(await finished(sellerId, body.id), { total: 3, examined: 3, resent: 3 })
    await vi.waitFor(() => assert.deepStrictEqual(received, [1, 2, 3, 1, 2, 3]))
    const [entry] = (await list("history")).body.history
    assert.deepInclude(entry, { source: "operator", action: "resendEvents", userId: 42, ip: "127.0.0.1" })
    assert.deepStrictEqual(entry.response, { webhookId })
  })

  it("repeats one delivery", async () => {
    const { list, sellerId } = await delivered([4])
    const id = await vi.waitFor(async () => (await list("deliveries")).body.deliveries[0].id as string)
    const { body, status } = await service.operator("POST", `/sellers/${sellerId}/deliveries/${id}/resend`)
    assert.deepStrictEqual([status, body.deliveryId, body.total], [202, id, 1], JSON.stringify(body))
    await finished(sellerId, body.id)
    await vi.waitFor(() => assert.deepStrictEqual(received, [4, 4]))
  })

  it("can be cancelled", async () => {
    // More than can be sent again, one each second, before it is cancelled.
    const { sellerId, webhookId } = await delivered(Array.from({ length: 60 }, (_, index) => 100 + index))
    const begun = await service.operator("POST", `/sellers/${sellerId}/webhooks/${webhookId}/resend`, {
      since: "2026-01-01T00:00:00Z",
      eventsPerSecond: 1
    })
    const path = `/sellers/${sellerId}/resends/${begun.body.id}/cancel`
    const { body, status } = await service.operator("POST", path)
    assert.deepStrictEqual([status, body.state], [200, "cancelled"])
    assert.deepStrictEqual((await service.operator("POST", path)).body, body)
  })

  it("refuses what cannot be", async () => {
    const { edit, sellerId, webhookId } = await delivered([7])
    const stranger = crypto.randomUUID()
    const since = "2026-01-01T00:00:00Z"
    const statusOf = async (path: string, body?: unknown) => (await service.operator("POST", path, body)).status
    assert.strictEqual(await statusOf(`/sellers/${sellerId}/webhooks/${stranger}/resend`, { since }), 404)
    assert.strictEqual(await statusOf(`/sellers/${stranger}/webhooks/${webhookId}/resend`, { since }), 404)
    assert.strictEqual(await statusOf(`/sellers/${sellerId}/webhooks/${webhookId}/resend?sandbox=true`, { since }), 404)
    assert.strictEqual(await statusOf(`/sellers/${sellerId}/deliveries/${stranger}/resend`), 404)
    assert.strictEqual(await statusOf(`/sellers/${sellerId}/resends/${stranger}/cancel`), 404)
    const wrong = await service.operator("POST", `/sellers/${sellerId}/webhooks/${webhookId}/resend`, {
      since: "yesterday",
      eventsPerSecond: 0
    })
    assert.strictEqual(wrong.status, 400)
    assert.sameMembers(
      wrong.body.errors.map(({ location }: { location: string }) => location),
      ["body.since", "body.eventsPerSecond"]
    )
    await edit(false)
    const disabled = await service.operator("POST", `/sellers/${sellerId}/webhooks/${webhookId}/resend`, { since })
    assert.strictEqual(disabled.status, 409)
    assert.include(disabled.body.detail, "enable it")
  })
})
